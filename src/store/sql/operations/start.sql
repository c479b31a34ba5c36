-- needs: whizbang_operator
INSERT INTO whizbang_operator.operations (
    operation_id, parent_id, action, service, actor, os_user, host, reason, ticket, selection, parameters, argv,
    tool_version, era
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
