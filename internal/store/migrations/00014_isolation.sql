-- +goose Up
-- Connections are granted to projects, and environments and workspaces have their own database files in embedded engines.

ALTER TABLE connections ADD COLUMN all_projects boolean NOT NULL DEFAULT true; -- connections from before are for all projects

CREATE TABLE connection_projects (
    organization_id text NOT NULL,
    connection_id   text NOT NULL,
    project_id      text NOT NULL,
    PRIMARY KEY (connection_id, project_id),
    FOREIGN KEY (organization_id, connection_id) REFERENCES connections (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX connection_projects_organization ON connection_projects (organization_id);
CREATE INDEX connection_projects_project ON connection_projects (project_id);

-- The file of the default database, without its extension; '' is the file that all environments and workspaces from
-- before share.
ALTER TABLE environments ADD COLUMN own_file text NOT NULL DEFAULT '';
ALTER TABLE workspaces ADD COLUMN own_file text NOT NULL DEFAULT '';

-- An environment's own user of its connection; '' is the user of the connection.
ALTER TABLE environments ADD COLUMN connection_user text NOT NULL DEFAULT '';
ALTER TABLE environments ADD COLUMN sealed_secret text NOT NULL DEFAULT '';

-- The projects that have mapped a location to a database of an embedded engine. The rows stay when the mappings, the
-- environments and the projects are deleted, because the data stays in the files.
CREATE TABLE database_owners (
    organization_id text NOT NULL,
    server          text NOT NULL,
    database_name   text NOT NULL,
    project_id      text NOT NULL,
    PRIMARY KEY (organization_id, server, database_name, project_id)
);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
