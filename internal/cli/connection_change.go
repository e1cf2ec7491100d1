package cli

import (
	"context"
	"maps"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) connectionCreate() *cobra.Command {
	var platform string
	var settings []string
	var secrets secretFlags
	var grants connectionProjectFlags
	var workers connectionWorkerFlags
	var body api.ConnectionCreate
	return exchangeCommand(p, exchange[api.Connection]{
		use: "create NAME --platform KIND", short: "Create a connection to a warehouse", args: 1,
		long: "Creates a connection. Settings of postgres: host, port, database, user, sslmode, maxConnections, statementTimeout\n" +
			"(like 30m), and the secret password. Settings of duckdb: path (a folder), memoryLimit (like 2GB), threads.\n" +
			"Settings of ducklake: host, port, database, user, sslmode, catalogSchema, dataPath (a folder, or s3://bucket/path),\n" +
			"s3Endpoint, s3Region, s3UrlStyle, s3Tls, memoryLimit, threads, maxSessions, and the secrets password, s3KeyID and\n" +
			"s3Secret.\n" +
			"Settings of trino: url, user, catalog, schema, sessionProperties (name=value, …), source, tls (verify or trust),\n" +
			"certificateAuthority, statementTimeout, and the secrets password, or token, or certificate and privateKey.\n" +
			"Settings of snowflake: account, user, database, role, warehouse, schema, queryTag, sessionParameters (NAME=value, …),\n" +
			"statementTimeout, host, port, protocol, and the secrets password, or privateKey and privateKeyPassphrase.\n\n" +
			"A new connection is for no project, unless flags say otherwise. An administrator who uses it for an environment or a\n" +
			"workspace adds the project by doing so.\n\n" +
			"A secret is never an argument, because other users of the machine can read command lines. It comes from an\n" +
			"environment variable, from standard input, or from a prompt.\n\n" +
			"JSON: the connection, with its id.",
		example: "millrace connections create Warehouse --platform postgres --setting host=db.example.com --setting database=dwh \\\n" +
			"  --setting user=millrace --secret-stdin password < password.txt\n" +
			"millrace connections test 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags: func(command *cobra.Command) {
			secrets.register(command)
			grants.registerNew(command)
			workers.register(command)
			command.Flags().StringVar(&platform, "platform", "", "kind of engine: duckdb, ducklake, postgres, snowflake or trino")
			command.Flags().StringArrayVar(&settings, "setting", nil, "setting, as name=value; may be repeated")
		},
		prepare: func(command *cobra.Command) error {
			if err := required(command, "platform", platform); err != nil {
				return err
			}
			given, err := parseValues("setting", settings)
			if err != nil {
				return err
			}
			secret, err := p.readSecrets(command.Context(), &secrets)
			body = api.ConnectionCreate{PlatformKind: api.PlatformKind(platform), Settings: &given}
			if len(secret) > 0 {
				body.Secret = &secret
			}
			grants.create(&body)
			workers.create(&body)
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Connection, error) {
			body.Name = args[0]
			return server.CreateConnection(ctx, body)
		},
		show: p.showConnection,
	})
}

// connectionUpdate merges settings into the existing ones, because the API replaces them all.
func (p Program) connectionUpdate() *cobra.Command {
	var name string
	var settings []string
	var secrets secretFlags
	var grants connectionProjectFlags
	var workers connectionWorkerFlags
	var over map[string]any
	var body api.ConnectionUpdate
	return exchangeCommand(p, exchange[api.Connection]{
		use: "update ID", short: "Change a connection, its secret or its projects", args: 1,
		long: "Changes what the flags name and leaves the rest unchanged. An empty value removes a setting. New settings may point\n" +
			"to another host, so they drop the old secret: pass the secret again with them. Runs of a removed project fail.\n\n" +
			"JSON: the connection after the change.",
		example: "millrace connections update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --secret-env password=NEW_PASSWORD\n\n" +
			"# the warehouse has moved\nmillrace connections update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --setting host=new.example.com \\\n" +
			"  --secret-stdin password < password.txt",
		flags: func(command *cobra.Command) {
			secrets.register(command)
			grants.registerChange(command)
			workers.register(command)
			command.Flags().BoolVar(&secrets.none, "no-secret", false, "remove the secret")
			command.Flags().StringVar(&name, "name", "", "display name of the connection")
			command.Flags().StringArrayVar(&settings, "setting", nil, "setting, as name=value; may be repeated")
		},
		prepare: func(command *cobra.Command) error {
			err := someChange(command)
			if err != nil {
				return err
			}
			if over, err = parseValues("setting", settings); err != nil {
				return err
			}
			body = api.ConnectionUpdate{Name: changed(command, "name", name), AllProjects: changed(command, "all-projects", grants.all)}
			workers.update(command, &body)
			if err = exclusive(command, "no-secret", "secret-stdin"); err != nil {
				return err
			}
			body.Secret, err = p.changedSecret(command, &secrets)
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Connection, error) {
			if len(over) == 0 && !grants.isChange() {
				return server.UpdateConnection(ctx, args[0], body)
			}
			before, err := server.GetConnection(ctx, args[0])
			if err != nil {
				return nil, err
			}
			if len(over) > 0 {
				body.Settings = mergeSettings(before.Settings, over)
			}
			grants.update(before, &body)
			return server.UpdateConnection(ctx, args[0], body)
		},
		show: p.showConnection,
	})
}

// changedSecret returns the secret after a change: a new value, null to remove it, or nil to keep it.
func (p Program) changedSecret(command *cobra.Command, flags *secretFlags) (nullable.Nullable[map[string]string], error) {
	if flags.none {
		return nullable.NewNullNullable[map[string]string](), exclusive(command, "no-secret", "secret-env")
	}
	secret, err := p.readSecrets(command.Context(), flags)
	if err != nil || len(secret) == 0 {
		return nil, err
	}
	return nullable.NewNullableWithValue(secret), nil
}

// mergeSettings merges settings into the existing ones. An empty text removes a setting.
func mergeSettings(before, over map[string]any) *map[string]any {
	after := maps.Clone(before)
	if after == nil {
		after = map[string]any{}
	}
	for name, value := range over {
		if value == "" {
			delete(after, name)
		} else {
			after[name] = value
		}
	}
	return &after
}
