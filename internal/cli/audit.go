package cli

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) audit() *cobra.Command {
	parent := group("audit", "Read, export and verify the audit log")
	parent.AddCommand(p.remote(p.auditList()), p.remote(p.auditExport()), p.auditVerify())
	return parent
}

// auditFlags are the filters of the audit log.
type auditFlags struct {
	actor, action, kind, object, project, environment, result, from, to string
}

func (f *auditFlags) register(command *cobra.Command) {
	set := command.Flags()
	set.StringVar(&f.actor, "actor", "", "id or e-mail address of the user who wrote")
	set.StringVar(&f.action, "action", "", "action, such as environment.update; environment. selects all on environments")
	set.StringVar(&f.kind, "kind", "", "kind of the object, such as environment")
	set.StringVar(&f.object, "object", "", "id of the object")
	set.StringVar(&f.project, "project", "", "id of the project of the object")
	set.StringVar(&f.environment, "environment", "", "number of the environment or workspace of the object")
	set.StringVar(&f.result, "result", "", "ok or refused")
	set.StringVar(&f.from, "from", "", "date-time of the oldest entry, such as 2026-01-31T08:15:00Z")
	set.StringVar(&f.to, "to", "", "date-time after the newest entry")
}

func (p Program) auditList() *cobra.Command {
	var filters auditFlags
	var limit int
	return exchangeCommand(p, exchange[[]api.AuditEntry]{
		use: "list", short: "List the entries of the audit log, newest first",
		long: "Lists who changed what, and which sign-ins and writes were refused. Administrators of the organization see all\n" +
			"entries; other users see those of projects and environments where they have a role, and their own.\n\n" +
			"JSON: a list of entries, each with id, at, actor, credential, address, requestID, action, object, result, reason,\n" +
			"changes (field, old, new) and hash.",
		example: "millrace audit list --action user.signIn --result refused\nmillrace audit list --environment 2 --limit 100",
		flags: func(command *cobra.Command) {
			filters.register(command)
			command.Flags().IntVar(&limit, "limit", 25, "maximum number of entries")
		},
		prepare: func(*cobra.Command) error {
			if limit < 1 {
				return fault.New(fault.Invalid, "--limit %d is below 1", limit)
			}
			return nil
		},
		send: func(ctx context.Context, server *client.Client, _ []string) (*[]api.AuditEntry, error) {
			page, err := server.ListAuditEntries(ctx, &api.ListAuditEntriesParams{
				Actor: given(filters.actor), Action: given(filters.action), ObjectKind: given(filters.kind), ObjectID: given(filters.object),
				ProjectID: given(filters.project), EnvironmentID: given(filters.environment), Result: given(filters.result),
				From: given(filters.from), To: given(filters.to), Limit: new(strconv.Itoa(limit)),
			})
			if err != nil {
				return nil, err
			}
			return new(orEmpty(page.Data)), nil
		},
		show: func(entries *[]api.AuditEntry) error { return p.printAudit(*entries) },
	})
}

func (p Program) printAudit(entries []api.AuditEntry) error {
	shown := table{columns: []string{"ID", "TIME", "ACTOR", "ACTION", "OBJECT", "RESULT", "ADDRESS", "CHANGES"}}
	for i := range entries {
		e := &entries[i]
		shown.add(e.ID, moment(&e.At), auditActor(e), e.Action, auditObject(e), auditResult(e), orZero(e.Address), auditFields(e))
	}
	return p.printTable(&shown, "There are no entries.")
}

func auditActor(e *api.AuditEntry) string {
	switch {
	case e.Actor == nil && e.Address == nil:
		return "server"
	case e.Actor == nil:
		return ""
	case e.Actor.Email == "":
		return e.Actor.ID
	default:
		return e.Actor.Email
	}
}

func auditObject(e *api.AuditEntry) string {
	if name := orZero(e.Object.Name); name != "" {
		return name
	}
	return orZero(e.Object.ID)
}

func auditResult(e *api.AuditEntry) string {
	if reason := orZero(e.Reason); reason != "" {
		return e.Result + ": " + reason
	}
	return e.Result
}

// auditFields lists the names of the changed fields.
func auditFields(e *api.AuditEntry) string {
	names := make([]string, len(e.Changes))
	for i, change := range e.Changes {
		names[i] = change.Field
	}
	return strings.Join(names, ", ")
}

func (p Program) auditExport() *cobra.Command {
	var filters auditFlags
	var format string
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "export",
		Short: "Write all entries of the audit log to standard output",
		Long: "Writes all entries that the filters select, newest first, as JSON lines or as CSV with a line of names.\n\n" +
			"JSON: one entry per line, with the fields of `millrace audit list --json`; --json is the same as --format jsonl.",
		Example: "millrace audit export --from 2026-01-01T00:00:00Z --format csv > audit.csv",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			server, err := p.connectFor(&flags, planTimeout)
			if err != nil {
				return err
			}
			if flags.asJSON {
				format = "jsonl"
			}
			body, err := server.ExportAuditEntries(command.Context(), &api.ExportAuditEntriesParams{
				Format: given(format),
				Actor:  given(filters.actor), Action: given(filters.action), ObjectKind: given(filters.kind), ObjectID: given(filters.object),
				ProjectID: given(filters.project), EnvironmentID: given(filters.environment), Result: given(filters.result),
				From: given(filters.from), To: given(filters.to),
			})
			if err != nil {
				return err
			}
			defer body.Close()
			_, err = io.Copy(p.Stdout, body)
			return err
		},
	}
	flags.register(command)
	filters.register(command)
	command.Flags().StringVar(&format, "format", "jsonl", "jsonl or csv")
	return command
}
