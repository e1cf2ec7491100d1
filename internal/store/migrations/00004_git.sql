-- +goose Up
-- Git accounts with their links to projects, and the repository of each project. Objects are named by their contents and
-- never change; only references move. Their contents are compressed as git has them in its packs.

CREATE TABLE git_accounts (
    organization_id text   NOT NULL,
    id              text   NOT NULL,
    owner_id        text   NOT NULL,
    name            text   NOT NULL,
    username        text   NOT NULL,
    author_name     text   NOT NULL,
    author_email    text   NOT NULL,
    provider        text   NOT NULL,
    sealed_token    text   NOT NULL,
    created_at      bigint NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, owner_id) REFERENCES users (organization_id, id)
);
CREATE INDEX git_accounts_owner ON git_accounts (organization_id, owner_id);

CREATE TABLE git_links (
    organization_id text NOT NULL,
    project_id      text NOT NULL,
    user_id         text NOT NULL,
    account_id      text NOT NULL,
    origin          text NOT NULL, -- the host that the token may be sent to; '' is none
    PRIMARY KEY (organization_id, project_id, user_id),
    CONSTRAINT git_links_project FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT git_links_user FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
    CONSTRAINT git_links_account FOREIGN KEY (organization_id, account_id) REFERENCES git_accounts (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX git_links_by_account ON git_links (organization_id, account_id);

CREATE TABLE git_objects (
    organization_id text   NOT NULL,
    project_id      text   NOT NULL,
    hash            text   NOT NULL,
    kind            text   NOT NULL,
    size            bigint NOT NULL,
    content         bytea  NOT NULL,
    PRIMARY KEY (organization_id, project_id, hash),
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX git_commits ON git_objects (organization_id, project_id) WHERE kind = 'commit';

CREATE TABLE git_refs (
    organization_id text NOT NULL,
    project_id      text NOT NULL,
    name            text NOT NULL,
    target          text NOT NULL,
    PRIMARY KEY (organization_id, project_id, name),
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);

-- The keys of ssh hosts that each project saw first. They are deleted when the project's repository changes.
CREATE TABLE git_host_keys (
    organization_id text   NOT NULL,
    project_id      text   NOT NULL,
    host            text   NOT NULL,
    fingerprint     text   NOT NULL,
    created_at      bigint NOT NULL,
    PRIMARY KEY (organization_id, project_id, host),
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
