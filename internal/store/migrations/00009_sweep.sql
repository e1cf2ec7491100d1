-- +goose Up
-- Indexes for the sweep of plans and snapshots. The files of a snapshot come before its created_at in the row, so the index
-- has to contain all columns of the query.

CREATE INDEX plans_undeployed ON plans (created_at) WHERE run_id = 0;
CREATE INDEX plans_snapshot ON plans (organization_id, snapshot);
CREATE INDEX project_snapshots_age ON project_snapshots (created_at, organization_id, id);

-- The states of a plan are read as a whole, through the primary key.
DROP INDEX plan_states_node;

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
