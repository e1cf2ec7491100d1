-- +goose Up
-- What the plan of a refresh took from the settings of its environment, as digests; '' is not compared.

ALTER TABLE runs ADD COLUMN footing_place text NOT NULL DEFAULT ''; -- of the connection and the mappings
ALTER TABLE runs ADD COLUMN footing_parameters text NOT NULL DEFAULT ''; -- '' when the run has parameters of its own

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
