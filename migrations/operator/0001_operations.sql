-- The operator's own schema: what was done to which message, by whom and why.
-- Run with search_path = whizbang_operator. It belongs to the operators, not to the service: a Whizbang
-- service neither reads nor writes it.

CREATE TABLE operations (
    operation_id  uuid PRIMARY KEY,
    parent_id     uuid REFERENCES operations,
    action        text NOT NULL,
    service       text NOT NULL,
    state         text NOT NULL DEFAULT 'running'
                  CHECK (state IN ('running', 'settled', 'refused', 'failed')),
    actor         text NOT NULL,
    os_user       text NOT NULL,
    host          text NOT NULL,
    database_role text NOT NULL DEFAULT session_user,
    reason        text NOT NULL CHECK (reason ~ '\S'),
    ticket        text,
    selection     jsonb NOT NULL DEFAULT '{}',
    parameters    jsonb NOT NULL DEFAULT '{}',
    argv          text[] NOT NULL DEFAULT '{}',
    tool_version  text NOT NULL,
    era           text NOT NULL,
    started_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    settled_at    timestamptz,
    matched       bigint NOT NULL DEFAULT 0,
    done          bigint NOT NULL DEFAULT 0,
    skipped       bigint NOT NULL DEFAULT 0,
    failed        bigint NOT NULL DEFAULT 0,
    pending       bigint NOT NULL DEFAULT 0,
    error         text,
    CONSTRAINT totals_add_up CHECK (matched = done + skipped + failed + pending)
);
COMMENT ON TABLE operations IS 'One row an operation: an audited change of n items.';

CREATE INDEX operations_started_idx ON operations (started_at DESC, operation_id DESC);

CREATE TABLE items (
    operation_id   uuid NOT NULL REFERENCES operations,
    ordinal        integer NOT NULL,
    named          text NOT NULL,
    source_table   text,
    message_id     uuid,
    dead_letter_id uuid,
    stream_id      uuid,
    result         text NOT NULL DEFAULT 'pending' CHECK (result IN ('pending', 'done', 'skipped', 'failed')),
    code           text,
    message        text,
    before         jsonb,
    after          jsonb,
    PRIMARY KEY (operation_id, ordinal)
);
COMMENT ON COLUMN items.named IS 'The id as the operator gave it.';
COMMENT ON COLUMN items.before IS 'The whole row as it was; NULL where nothing was to be changed.';
COMMENT ON COLUMN items.after IS 'What identifies or describes the row after the change.';

CREATE INDEX items_named_idx ON items (named);
CREATE INDEX items_message_idx ON items (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX items_dead_letter_idx ON items (dead_letter_id) WHERE dead_letter_id IS NOT NULL;
CREATE INDEX items_stream_idx ON items (stream_id) WHERE stream_id IS NOT NULL;

-- The audit chain. hash = sha256(previous hash, sequence, newline, body); the body is kept as text, so
-- that the bytes that were hashed are the bytes that are there. Operators cannot write it: only
-- append_audit can, with the rights of its owner.
CREATE TABLE audit (
    sequence      bigint PRIMARY KEY,
    recorded_at   timestamptz NOT NULL,
    operation_id  uuid NOT NULL REFERENCES operations,
    body          text NOT NULL,
    previous_hash bytea NOT NULL,
    hash          bytea NOT NULL
);
CREATE INDEX audit_operation_idx ON audit (operation_id);

-- The end of the chain: the lock under which it grows, and what a cut-off tail is found out by.
CREATE TABLE audit_head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    sequence bigint NOT NULL,
    hash     bytea NOT NULL
);
INSERT INTO audit_head (sequence, hash) VALUES (0, sha256('whizbang operator audit'));

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'the audit is append-only: % on % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_stays BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operations_stay BEFORE DELETE OR TRUNCATE ON operations
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER items_stay BEFORE DELETE OR TRUNCATE ON items
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What is settled is settled: an operator may write an operation and its items only until then.
CREATE FUNCTION refuse_change_of_settled() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'operation % is settled: % on % refused', NEW.operation_id, TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operations_are_settled_once BEFORE UPDATE ON operations
    FOR EACH ROW WHEN (OLD.settled_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_settled();

CREATE FUNCTION refuse_item_of_settled() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, whizbang_operator, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM operations AS o WHERE o.operation_id = NEW.operation_id AND o.settled_at IS NOT NULL)
    THEN
        RAISE EXCEPTION 'operation % is settled: % on % refused', NEW.operation_id, TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER items_end_with_their_operation BEFORE INSERT OR UPDATE ON items
    FOR EACH ROW EXECUTE FUNCTION refuse_item_of_settled();

-- The items of an operation as one digest: a hash of the items' hashes in their order.
CREATE FUNCTION items_digest(p_operation_id uuid) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, whizbang_operator, pg_temp AS $$
    SELECT encode(sha256(convert_to(coalesce(string_agg(
        encode(sha256(convert_to(to_jsonb(i)::text, 'UTF8')), 'hex'), '' ORDER BY i.ordinal), ''), 'UTF8')), 'hex')
    FROM items AS i WHERE i.operation_id = p_operation_id
$$;

-- Adds one record about an operation to the chain. The chain's lock is the row of audit_head; it is the
-- last lock of a transaction and is held to its end, so a caller commits at once after this.
--
-- It runs with its owner's rights, so every name is found in a fixed place: pg_temp is named, and last,
-- because otherwise a caller's temporary table would come first.
CREATE FUNCTION append_audit(p_operation_id uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, whizbang_operator, pg_temp
SET timezone = 'UTC' AS $$
DECLARE
    -- Before the lock, for the items may be many.
    v_digest      text := items_digest(p_operation_id);
    v_operation   operations;
    v_recorded_at timestamptz;
    v_body        text;
    v_head        audit_head;
    v_hash        bytea;
BEGIN
    SELECT * INTO STRICT v_operation FROM operations AS o WHERE o.operation_id = p_operation_id;
    IF v_operation.database_role <> session_user THEN
        RAISE EXCEPTION 'operation % is not one of role %', p_operation_id, session_user
            USING ERRCODE = 'insufficient_privilege';
    END IF;

    SELECT * INTO STRICT v_head FROM audit_head FOR UPDATE;
    v_recorded_at := clock_timestamp();
    v_body := to_jsonb(v_operation) || jsonb_build_object('recorded_at', v_recorded_at, 'items_digest', v_digest);
    v_hash := sha256(v_head.hash || convert_to((v_head.sequence + 1)::text || E'\n' || v_body, 'UTF8'));
    INSERT INTO audit (sequence, recorded_at, operation_id, body, previous_hash, hash)
    VALUES (v_head.sequence + 1, v_recorded_at, p_operation_id, v_body, v_head.hash, v_hash);
    UPDATE audit_head SET sequence = v_head.sequence + 1, hash = v_hash;
    RETURN v_head.sequence + 1;
END $$;
REVOKE ALL ON FUNCTION append_audit(uuid) FROM PUBLIC;
