-- +goose Up
-- Service accounts, limits of tokens, and the second factor of a sign-in with a password.

-- A service account has no password and no identity at a provider: it has tokens only.
ALTER TABLE users ADD COLUMN is_service boolean NOT NULL DEFAULT false;

-- What a token may do at most. Empty texts and 0 are no limit.
ALTER TABLE tokens ADD COLUMN scopes text NOT NULL DEFAULT '';    -- separated by spaces
ALTER TABLE tokens ADD COLUMN addresses text NOT NULL DEFAULT ''; -- CIDR prefixes, separated by spaces
ALTER TABLE tokens ADD COLUMN expires_at bigint NOT NULL DEFAULT 0;

ALTER TABLE sessions ADD COLUMN is_external boolean NOT NULL DEFAULT false; -- an identity provider authenticated the user
ALTER TABLE sessions ADD COLUMN must_set_second_factor boolean NOT NULL DEFAULT false; -- it may do nothing else

CREATE TABLE sign_in_policies (
    organization_id        text    PRIMARY KEY REFERENCES organizations (id),
    requires_second_factor boolean NOT NULL,
    updated_at             bigint  NOT NULL
);

-- The second factor of a user: a secret for time-based codes. It is pending until the user has entered a first code.
CREATE TABLE second_factors (
    organization_id text    NOT NULL,
    user_id         text    NOT NULL,
    sealed_secret   text    NOT NULL,
    is_active       boolean NOT NULL,
    last_step       bigint  NOT NULL, -- the time step of the last accepted code: a code counts once
    created_at      bigint  NOT NULL,
    PRIMARY KEY (user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);

-- The recovery codes that a user has not used yet.
CREATE TABLE recovery_codes (
    organization_id text NOT NULL,
    user_id         text NOT NULL,
    code_hash       text NOT NULL,
    PRIMARY KEY (user_id, code_hash),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);

-- Sign-ins with a right password that wait for the code of the second factor.
CREATE TABLE sign_in_challenges (
    ticket_hash     text   PRIMARY KEY,
    organization_id text   NOT NULL,
    user_id         text   NOT NULL,
    expires_at      bigint NOT NULL,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_age ON sign_in_challenges (expires_at);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
