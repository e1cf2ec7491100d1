-- +goose Up
-- Users see their sessions and end them. Sessions end when nobody has used them for a while, and a password that an
-- administrator set is only good for choosing another one.

ALTER TABLE sessions ADD COLUMN last_used_at bigint NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN confirmed_at bigint NOT NULL DEFAULT 0; -- when the user last proved who they are
ALTER TABLE sessions ADD COLUMN address text NOT NULL DEFAULT '';       -- of the client at the sign-in
ALTER TABLE sessions ADD COLUMN user_agent text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN must_change_password boolean NOT NULL DEFAULT false; -- it may do nothing else
UPDATE sessions SET last_used_at = created_at, confirmed_at = created_at;

ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
