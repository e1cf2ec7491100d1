-- +goose Up
-- Keys can be rotated: key_fingerprint is that of the key that seals now.

-- The key that hashes tokens, sealed with the active key. '' before the first rotation: then it is derived from the active key.
ALTER TABLE installation ADD COLUMN sealed_token_key text NOT NULL DEFAULT '';

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
