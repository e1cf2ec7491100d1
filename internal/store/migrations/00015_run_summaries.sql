-- +goose Up
-- What lists of runs need, so that they do not read the nodes of each run.

-- The numbers of nodes by state and the first error, as JSON, of a run that has ended; '' for earlier runs.
ALTER TABLE runs ADD COLUMN summary text NOT NULL DEFAULT '';

-- Few builds have failed, whatever the number of nodes. With it lists find the failed runs that no later run has repaired.
CREATE INDEX environment_builds_failed ON environment_builds (organization_id, environment_id, run_id) WHERE outcome = 'failed';

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
