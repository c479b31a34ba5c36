-- needs: wh_stack_links, wh_stack_frames
-- The frames of a stack, outermost last.
-- $1 stack
SELECT f.frame::text AS frame
FROM wh_stack_links AS l
JOIN wh_stack_frames AS f ON f.frame_id = l.frame_id
WHERE l.stack_id = $1
ORDER BY l.position
