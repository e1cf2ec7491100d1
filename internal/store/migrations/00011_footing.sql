-- +goose Up
-- The fingerprint of the environment settings that the plan of a refresh uses; '' is not compared.

ALTER TABLE runs ADD COLUMN footing_place text NOT NULL DEFAULT ''; -- hash of the connection and the mappings
ALTER TABLE runs ADD COLUMN footing_parameters text NOT NULL DEFAULT ''; -- hash of the parameters; '' if the run has its own parameters

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
