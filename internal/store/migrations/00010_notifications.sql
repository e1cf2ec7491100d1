-- +goose Up
-- Which webhooks a schedule tells how its firings end.

ALTER TABLE schedules ADD COLUMN notifications text NOT NULL DEFAULT '[]'; -- a JSON list of webhooks and the ends that each is told of

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
