-- +goose Up
-- Links with which people choose a password: invitations, resets by administrators, and recoveries that somebody requested on the
-- sign-in page. A user has at most one of each; a newer one replaces it. A link is deleted when it is used, and with the
-- credentials of its user.

CREATE TABLE password_links (
    organization_id text   NOT NULL,
    user_id         text   NOT NULL,
    purpose         text   NOT NULL, -- invitation, reset or recovery
    token_hash      text   NOT NULL UNIQUE,
    created_at      bigint NOT NULL,
    expires_at      bigint NOT NULL,
    PRIMARY KEY (user_id, purpose),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX password_links_age ON password_links (expires_at);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
