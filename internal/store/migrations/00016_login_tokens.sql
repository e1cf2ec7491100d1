-- +goose Up
-- Tokens that a login created are marked. Before, the sign-in of a browser created one too, which nobody used. Those tokens
-- stay valid, because only their owners revoke tokens; until now their names tell them apart.

ALTER TABLE tokens ADD COLUMN is_login boolean NOT NULL DEFAULT false;
UPDATE tokens SET is_login = true WHERE name LIKE 'Login of ____-__-__ __:__';

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
