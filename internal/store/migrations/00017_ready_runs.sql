-- +goose Up
-- Workers find the next run without reading those that wait for others, of which there may be thousands.

-- blocked_by is 0 again as soon as the run that blocked has ended, so that an index contains the runs that can start.
UPDATE runs SET blocked_by = 0 WHERE status = 'waitingToRun' AND blocked_by <> 0;
DROP INDEX runs_live;
CREATE INDEX runs_ready ON runs (created_at, organization_id, id) WHERE status = 'waitingToRun' AND blocked_by = 0;
CREATE INDEX runs_blocked ON runs (organization_id, blocked_by) WHERE status = 'waitingToRun' AND blocked_by > 0;
CREATE INDEX runs_running ON runs (organization_id, environment_id, id) WHERE status = 'running';

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
