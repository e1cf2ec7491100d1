-- +goose Up
-- One text for SQLite and PostgreSQL: text, bigint and boolean only; times are milliseconds since 1970 in UTC; JSON is
-- text; hashes and sealed secrets are text. Rows of a tenant refer to each other by (organization_id, id), so that
-- a reference into another tenant cannot be stored.

CREATE TABLE installation (
    id              bigint PRIMARY KEY CHECK (id = 1),
    key_fingerprint text   NOT NULL
);

CREATE TABLE organizations (
    id          text   PRIMARY KEY,
    name        text   NOT NULL,
    subdomain   text   NOT NULL UNIQUE,
    next_target bigint NOT NULL DEFAULT 1, -- of environments and workspaces
    next_run    bigint NOT NULL DEFAULT 1,
    created_at  bigint NOT NULL
);

CREATE TABLE users (
    id              text   PRIMARY KEY,
    organization_id text   NOT NULL REFERENCES organizations (id),
    email           text   NOT NULL,
    first_name      text   NOT NULL,
    last_name       text   NOT NULL,
    password_hash   text   NOT NULL,
    role            text   NOT NULL,
    status          text   NOT NULL,
    roles_version   bigint NOT NULL DEFAULT 0, -- incremented when a role on any level is set or deleted
    created_at      bigint NOT NULL,
    UNIQUE (organization_id, id)
);
CREATE UNIQUE INDEX users_email ON users (email, organization_id) WHERE status <> 'deleted';

CREATE TABLE tokens (
    id              text   PRIMARY KEY,
    organization_id text   NOT NULL,
    user_id         text   NOT NULL,
    name            text   NOT NULL,
    hash            text   NOT NULL UNIQUE,
    hint            text   NOT NULL,
    created_at      bigint NOT NULL,
    last_used_at    bigint NOT NULL DEFAULT 0,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX tokens_user ON tokens (user_id, created_at);

CREATE TABLE sessions (
    id              text   PRIMARY KEY,
    organization_id text   NOT NULL,
    user_id         text   NOT NULL,
    hash            text   NOT NULL UNIQUE,
    created_at      bigint NOT NULL,
    expires_at      bigint NOT NULL,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE login_failures (
    login_key      text   PRIMARY KEY,
    failures       bigint NOT NULL,
    last_failed_at bigint NOT NULL
);
CREATE INDEX login_failures_age ON login_failures (last_failed_at);

CREATE TABLE connections (
    id              text    PRIMARY KEY,
    organization_id text    NOT NULL REFERENCES organizations (id),
    name            text    NOT NULL,
    platform        text    NOT NULL,
    settings        text    NOT NULL,
    sealed_secret   text    NOT NULL,
    is_default      boolean NOT NULL,
    created_at      bigint  NOT NULL,
    UNIQUE (organization_id, id)
);
CREATE UNIQUE INDEX connections_default ON connections (organization_id) WHERE is_default;

CREATE TABLE projects (
    id              text   PRIMARY KEY,
    organization_id text   NOT NULL REFERENCES organizations (id),
    name            text   NOT NULL,
    description     text   NOT NULL,
    platform        text   NOT NULL,
    git_account     text   NOT NULL,
    git_repo        text   NOT NULL,
    git_branch      text   NOT NULL,
    created_at      bigint NOT NULL,
    UNIQUE (organization_id, id)
);

CREATE TABLE workspaces (
    organization_id text   NOT NULL,
    id              bigint NOT NULL,
    project_id      text   NOT NULL,
    name            text   NOT NULL,
    created_at      bigint NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX workspaces_project ON workspaces (project_id);

CREATE TABLE environments (
    organization_id         text    NOT NULL,
    id                      bigint  NOT NULL,
    project_id              text    NOT NULL,
    name                    text    NOT NULL,
    status                  text    NOT NULL,
    description             text    NOT NULL,
    oauth_enabled           boolean NOT NULL,
    connection_id           text,
    connection_account      text    NOT NULL,
    access_url              text    NOT NULL,
    default_storage_mapping text    NOT NULL,
    mappings                text    NOT NULL,
    dev_env                 boolean NOT NULL,
    parameters              text    NOT NULL,
    tag_background          text    NOT NULL,
    tag_text                text    NOT NULL,
    deployed_commit         text    NOT NULL,
    created_by              text    NOT NULL,
    created_at              bigint  NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
    CONSTRAINT environments_connection FOREIGN KEY (organization_id, connection_id) REFERENCES connections (organization_id, id),
    FOREIGN KEY (organization_id, created_by) REFERENCES users (organization_id, id)
);
CREATE INDEX environments_project ON environments (project_id);
CREATE INDEX environments_by_connection ON environments (connection_id);

CREATE TABLE project_roles (
    organization_id text NOT NULL,
    user_id         text NOT NULL,
    project_id      text NOT NULL,
    role            text NOT NULL,
    PRIMARY KEY (user_id, project_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX project_roles_project ON project_roles (project_id);

CREATE TABLE environment_roles (
    organization_id text   NOT NULL,
    user_id         text   NOT NULL,
    environment_id  bigint NOT NULL,
    role            text   NOT NULL,
    PRIMARY KEY (user_id, environment_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
    FOREIGN KEY (organization_id, environment_id) REFERENCES environments (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX environment_roles_environment ON environment_roles (organization_id, environment_id);

CREATE TABLE runs (
    organization_id text   NOT NULL REFERENCES organizations (id),
    id              bigint NOT NULL,
    environment_id  bigint NOT NULL,
    type            text   NOT NULL,
    status          text   NOT NULL,
    created_at      bigint NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX runs_status ON runs (organization_id, status);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
