-- +goose Up
-- Sign-ins are limited per client network, and schedules belong to an owner.

-- The failures from one network have their own row; account_key names the row of the failures from all networks.
ALTER TABLE login_failures ADD COLUMN account_key text NOT NULL DEFAULT '';
CREATE INDEX login_failures_account ON login_failures (account_key);

-- The networks from which a user has signed in, as hashes.
CREATE TABLE trusted_networks (
    user_id text   NOT NULL REFERENCES users (id),
    network text   NOT NULL,
    used_at bigint NOT NULL,
    PRIMARY KEY (user_id, network)
);

-- A schedule starts runs with the permissions of its owner: until now, of the user who created it.
ALTER TABLE schedules ADD COLUMN owner_id text NOT NULL DEFAULT '';
ALTER TABLE schedules ADD COLUMN pause_reason text NOT NULL DEFAULT ''; -- why the server paused it; '' if a user did
UPDATE schedules SET owner_id = created_by;
CREATE INDEX schedules_owner ON schedules (owner_id);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
