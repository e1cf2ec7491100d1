-- +goose Up
-- The webhooks that a schedule notifies of the ends of its firings.

ALTER TABLE schedules ADD COLUMN notifications text NOT NULL DEFAULT '[]'; -- a JSON list of webhooks and the ends that each is notified of

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
