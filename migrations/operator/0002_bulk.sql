-- Operations of many items: planned first, then applied chunk by chunk, perhaps by several people at once.

ALTER TABLE operations DROP CONSTRAINT operations_state_check;
ALTER TABLE operations ADD CONSTRAINT operations_state_check
    CHECK (state IN ('planned', 'running', 'settled', 'refused', 'failed', 'cancelled'));
ALTER TABLE operations ADD COLUMN plan_digest text, ADD COLUMN chunks integer NOT NULL DEFAULT 0,
    ADD COLUMN judged bigint, ADD COLUMN ready bigint;
COMMENT ON COLUMN operations.plan_digest IS 'Over action, parameters and members, as they were planned.';
COMMENT ON COLUMN operations.judged IS 'How many members the plan looked at one by one.';
COMMENT ON COLUMN operations.ready IS 'How many of these it found ready.';
COMMENT ON COLUMN operations.chunks IS 'How many transactions have applied a part of it.';

-- What a planned operation is yet to do. A chunk locks its members, and its transaction takes them out; so who works
-- on what is never more than a row lock, and what is left is what was not committed.
CREATE TABLE members (
    operation_id uuid NOT NULL,
    -- Below 0: the canary, which is done first.
    ordinal      integer NOT NULL,
    id           uuid NOT NULL,
    source_table text,
    message_id   uuid,
    stream_id    uuid,
    reserved     jsonb,
    PRIMARY KEY (operation_id, ordinal)
);
COMMENT ON COLUMN members.reserved IS 'What the dead letter was before it was held for this operation.';
COMMENT ON COLUMN members.id IS 'The dead letter; the row of source_table where it is message_id as well; where message_id is NULL, whatever the operator gave.';

ALTER TABLE items ADD COLUMN chunk integer;
COMMENT ON COLUMN items.chunk IS 'The chunk that settled it, by the ordinal of its first item; NULL where one transaction did the whole operation.';
CREATE INDEX items_chunk_idx ON items (operation_id, chunk) WHERE chunk IS NOT NULL;

-- A check a row costs more than the change that it guards, so the rules that one saw to are seen to otherwise: an
-- item is settled once (below), and a statement adds items to unsettled operations only.
DROP TRIGGER items_end_with_their_operation ON items;
DROP FUNCTION refuse_item_of_settled();
ALTER TABLE items DROP CONSTRAINT items_operation_id_fkey;

CREATE TRIGGER items_are_settled_once BEFORE UPDATE ON items
    FOR EACH ROW WHEN (OLD.result <> 'pending') EXECUTE FUNCTION refuse_change_of_settled();

CREATE FUNCTION refuse_additions_to_settled() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, whizbang_operator, pg_temp AS $$
DECLARE
    v_operation_id uuid;
BEGIN
    SELECT a.operation_id INTO v_operation_id
    FROM (SELECT DISTINCT operation_id FROM added) AS a
    LEFT JOIN operations AS o ON o.operation_id = a.operation_id AND o.settled_at IS NULL
    WHERE o.operation_id IS NULL
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'operation % is settled: % on % refused', v_operation_id, TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER items_end_with_their_operation AFTER INSERT ON items
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_additions_to_settled();
CREATE TRIGGER members_end_with_their_operation AFTER INSERT ON members
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_additions_to_settled();

-- Ids that name no row are the only ones that are looked up by what was typed.
DROP INDEX items_named_idx;
CREATE INDEX items_named_idx ON items (named) WHERE message_id IS NULL;

-- The items of one chunk as one digest; NULL: those of no chunk, which are all of an operation of one transaction.
CREATE FUNCTION items_digest(p_operation_id uuid, p_chunk integer) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, whizbang_operator, pg_temp AS $$
    SELECT encode(sha256(convert_to(coalesce(string_agg(
        encode(sha256(convert_to((to_jsonb(i) - 'chunk')::text, 'UTF8')), 'hex'), '' ORDER BY i.ordinal), ''), 'UTF8')), 'hex')
    FROM (
        -- Apart, for no index serves both: a chunk must not cost more for each that was done before it.
        SELECT i.* FROM items AS i WHERE i.operation_id = p_operation_id AND i.chunk = p_chunk
        UNION ALL
        SELECT i.* FROM items AS i WHERE i.operation_id = p_operation_id AND i.chunk IS NULL AND p_chunk IS NULL
    ) AS i
$$;
CREATE OR REPLACE FUNCTION items_digest(p_operation_id uuid) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, whizbang_operator, pg_temp AS $$
    SELECT items_digest(p_operation_id, NULL)
$$;

-- The one place where the chain grows. Not for operators: append_audit and append_audit_of_chunk say who may add what.
CREATE FUNCTION extend_chain(p_operation operations, p_extra jsonb) RETURNS bigint LANGUAGE plpgsql
SET search_path = pg_catalog, whizbang_operator, pg_temp
SET timezone = 'UTC' AS $$
DECLARE
    v_recorded_at timestamptz;
    v_body        text;
    v_head        audit_head;
    v_hash        bytea;
BEGIN
    SELECT * INTO STRICT v_head FROM audit_head FOR UPDATE;
    v_recorded_at := clock_timestamp();
    v_body := to_jsonb(p_operation) || jsonb_build_object('recorded_at', v_recorded_at) || p_extra;
    v_hash := sha256(v_head.hash || convert_to((v_head.sequence + 1)::text || E'\n' || v_body, 'UTF8'));
    INSERT INTO audit (sequence, recorded_at, operation_id, body, previous_hash, hash)
    VALUES (v_head.sequence + 1, v_recorded_at, p_operation.operation_id, v_body, v_head.hash, v_hash);
    UPDATE audit_head SET sequence = v_head.sequence + 1, hash = v_hash;
    RETURN v_head.sequence + 1;
END $$;
REVOKE ALL ON FUNCTION extend_chain(operations, jsonb) FROM PUBLIC;

CREATE OR REPLACE FUNCTION append_audit(p_operation_id uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, whizbang_operator, pg_temp AS $$
DECLARE
    -- Before the lock, for the items may be many.
    v_digest    text := items_digest(p_operation_id, NULL);
    v_operation operations;
BEGIN
    SELECT * INTO STRICT v_operation FROM operations AS o WHERE o.operation_id = p_operation_id;
    IF v_operation.database_role <> session_user THEN
        RAISE EXCEPTION 'operation % is not one of role %', p_operation_id, session_user
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN extend_chain(v_operation, jsonb_build_object('items_digest', v_digest));
END $$;

-- A record of what another person than the planner may do as well: apply a chunk (p_chunk), cancel, resume. Who did it
-- and why is the caller's word (p_by: actor, os_user, host, reason, ticket), the role is the server's.
CREATE FUNCTION append_audit_of_chunk(p_operation_id uuid, p_chunk integer, p_by jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, whizbang_operator, pg_temp AS $$
DECLARE
    v_digest    text := items_digest(p_operation_id, p_chunk);
    v_operation operations;
BEGIN
    SELECT * INTO STRICT v_operation FROM operations AS o WHERE o.operation_id = p_operation_id;
    RETURN extend_chain(v_operation, jsonb_build_object(
        'items_digest', v_digest, 'chunk', p_chunk, 'by', p_by || jsonb_build_object('database_role', session_user)));
END $$;
REVOKE ALL ON FUNCTION append_audit_of_chunk(uuid, integer, jsonb) FROM PUBLIC;
