-- +goose Up
-- The files of workspaces. Every change of a file increments the revision of its workspace; the version of a file is the
-- revision that changed it last. The row of a removed file stays for a while, so that a reader with an older revision
-- sees the removal.

ALTER TABLE workspaces ADD COLUMN status text NOT NULL DEFAULT 'Waiting';
ALTER TABLE workspaces ADD COLUMN run_failed boolean NOT NULL DEFAULT false; -- one of the running development runs has failed
ALTER TABLE workspaces ADD COLUMN revision bigint NOT NULL DEFAULT 0; -- 0 until it has files
ALTER TABLE workspaces ADD COLUMN file_count bigint NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN last_job bigint NOT NULL DEFAULT 0; -- the highest number of a job so far
ALTER TABLE workspaces ADD COLUMN branch text NOT NULL DEFAULT '';
ALTER TABLE workspaces ADD COLUMN base_commit text NOT NULL DEFAULT ''; -- the commit that the files were last equal to; '' is none
ALTER TABLE workspaces ADD COLUMN connection_id text NOT NULL DEFAULT ''; -- '' is the organization's default connection
ALTER TABLE workspaces ADD COLUMN mappings text NOT NULL DEFAULT '{}';
ALTER TABLE workspaces ADD COLUMN parameters text NOT NULL DEFAULT '{}';

UPDATE workspaces SET branch = coalesce((SELECT p.git_branch FROM projects p
    WHERE p.organization_id = workspaces.organization_id AND p.id = workspaces.project_id AND p.git_branch <> ''), 'main');

CREATE TABLE workspace_files (
    organization_id text    NOT NULL,
    workspace_id    bigint  NOT NULL,
    path            text    NOT NULL,
    version         bigint  NOT NULL,
    is_gone         boolean NOT NULL DEFAULT false,
    size            bigint  NOT NULL,
    content         bytea   NOT NULL,
    PRIMARY KEY (organization_id, workspace_id, path),
    FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX workspace_files_version ON workspace_files (organization_id, workspace_id, version);
CREATE INDEX workspace_files_gone ON workspace_files (organization_id, workspace_id, version) WHERE is_gone;

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
