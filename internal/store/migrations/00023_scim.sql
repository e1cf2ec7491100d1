-- +goose Up
-- Users and groups that an organization's identity provider manages with SCIM.

-- The tokens of identity providers. They belong to the organization, not to a user.
CREATE TABLE scim_tokens (
    id              text   PRIMARY KEY,
    organization_id text   NOT NULL REFERENCES organizations (id),
    name            text   NOT NULL,
    hash            text   NOT NULL UNIQUE,
    hint            text   NOT NULL,
    created_at      bigint NOT NULL,
    last_used_at    bigint NOT NULL DEFAULT 0
);
CREATE INDEX scim_tokens_organization ON scim_tokens (organization_id);

-- What the provider says about a user beyond the columns of users. A user that it has not described has no row.
CREATE TABLE scim_users (
    organization_id text   NOT NULL,
    user_id         text   PRIMARY KEY,
    user_name       text   NOT NULL,
    user_name_key   text   NOT NULL, -- in small letters
    external_id     text   NOT NULL,
    display_name    text   NOT NULL,
    formatted_name  text   NOT NULL,
    emails          text   NOT NULL, -- a JSON list
    updated_at      bigint NOT NULL,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE UNIQUE INDEX scim_users_name ON scim_users (organization_id, user_name_key);
CREATE INDEX scim_users_external ON scim_users (organization_id, external_id);

CREATE TABLE scim_groups (
    organization_id  text   NOT NULL REFERENCES organizations (id),
    id               text   PRIMARY KEY,
    display_name     text   NOT NULL,
    display_name_key text   NOT NULL, -- in small letters
    external_id      text   NOT NULL,
    created_at       bigint NOT NULL,
    updated_at       bigint NOT NULL,
    UNIQUE (organization_id, id)
);
CREATE INDEX scim_groups_name ON scim_groups (organization_id, display_name_key);
CREATE INDEX scim_groups_external ON scim_groups (organization_id, external_id);

CREATE TABLE scim_group_members (
    organization_id text NOT NULL,
    group_id        text NOT NULL,
    user_id         text NOT NULL,
    PRIMARY KEY (group_id, user_id),
    FOREIGN KEY (organization_id, group_id) REFERENCES scim_groups (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX scim_group_members_user ON scim_group_members (user_id);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
