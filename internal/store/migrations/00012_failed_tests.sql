-- +goose Up
-- Numbers of failed tests: of a node in a run, of a run, and of the last build of a node.

ALTER TABLE run_nodes ADD COLUMN failed_tests bigint NOT NULL DEFAULT 0;
UPDATE run_nodes SET failed_tests = 1 WHERE test_failures; -- the exact number was not stored
ALTER TABLE run_nodes DROP COLUMN test_failures;

ALTER TABLE runs ADD COLUMN failed_tests bigint NOT NULL DEFAULT 0; -- of all its nodes
UPDATE runs SET failed_tests = (SELECT coalesce(sum(d.failed_tests), 0) FROM run_nodes d
    WHERE d.organization_id = runs.organization_id AND d.run_id = runs.id);

ALTER TABLE environment_builds ADD COLUMN failed_tests bigint NOT NULL DEFAULT 0;
ALTER TABLE environment_builds ADD COLUMN skipped_run bigint NOT NULL DEFAULT 0; -- a later run that skipped the node; 0 if none did
UPDATE environment_builds SET failed_tests = coalesce((SELECT d.failed_tests FROM run_nodes d
    WHERE d.organization_id = environment_builds.organization_id AND d.run_id = environment_builds.run_id
    AND d.node_id = environment_builds.node_id), 0);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
