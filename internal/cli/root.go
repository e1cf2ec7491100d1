package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/fault"
)

// Program is the command line with all its inputs and outputs.
type Program struct {
	Version string
	Args    []string // without the program name
	Environ []string
	Stdin   io.Reader // nil for no input
	Stdout  io.Writer
	Stderr  io.Writer
	// Platform is the server that the commands of administrators use. Other commands ignore it.
	Platform admin.Platform
}

// Run executes a command and returns the exit code.
func (p Program) Run(ctx context.Context) int {
	root := p.root() //nolint:contextcheck // commands get the context when they run
	err := fang.Execute(ctx, root,
		fang.WithVersion(p.Version),
		fang.WithoutManpage(),
		fang.WithErrorHandler(func(w io.Writer, _ fang.Styles, err error) { printError(w, err) }),
	)
	if _, ok := errors.AsType[*usageError](err); ok {
		return exitWrongUse
	}
	return exitCode(err)
}

func (p Program) root() *cobra.Command {
	root := group("millrace", "The open, self-hosted data-transformation platform")
	root.Long = "Millrace is an open, self-hosted data-transformation platform. Start the platform with `millrace serve`, or create a\n" +
		"project in a folder, which needs no server, with `millrace init shop`. Run `millrace login` before commands that call\n" +
		"a server.\n\n" +
		"Exit codes: 0 success, 1 the work failed, 2 wrong usage, 3 the server rejected the request, 4 the server or a\n" +
		"database is unreachable."
	root.SetArgs(p.Args)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		return &usageError{err: err, command: command.CommandPath(), hint: similarFlag(command, err)}
	})
	root.SetGlobalNormalizationFunc(flagNames)
	p.addCommands(root)
	return root
}

// addCommands adds the commands in the groups that the help shows.
func (p Program) addCommands(root *cobra.Command) {
	addGroup(root, "Project in a folder",
		local(p.initProject()), p.newObject(), p.importProject(), local(p.validate()), local(p.render()), local(p.graph()), local(p.lineage()),
		local(p.selectNodes()), local(p.format()), local(p.run()), local(p.show()), local(p.query()))
	addGroup(root, "deploy",
		p.remote(p.plan()), p.remote(p.plans()), p.remote(p.deploy()), p.remote(p.deployments()), p.remote(p.rollback()), p.remote(p.resume()))
	addGroup(root, "run",
		p.remote(p.refresh()), p.remote(p.status()), p.remote(p.runs()), p.remote(p.cancel()), p.remote(p.rerun()), p.remote(p.results()),
		p.remote(p.schedules()), p.remote(p.webhooks()))
	addGroup(root, "Objects on a server",
		p.remote(p.search()), p.remote(p.catalog()), p.remote(p.projects()), p.remote(p.workspaces()), p.remote(p.commit()), p.remote(p.environments()),
		p.remote(p.connections()), p.remote(p.gitAccounts()), p.remote(p.nodes()), p.remote(p.jobs()), p.remote(p.subgraphs()))
	addGroup(root, "access", p.remote(p.login()), p.remote(p.logout()), p.remote(p.token()), p.remote(p.sessions()), p.remote(p.secondFactor()),
		p.remote(p.users()), p.remote(p.serviceAccounts()), p.identityProvider(), p.signInPolicy(), p.remote(p.scimToken()))
	addGroup(root, "operate", p.serve(), p.worker(), p.remote(p.workers()), p.remote(p.doctor()), p.remote(p.serverState()),
		p.audit(), p.backup(), p.restore(), p.key(), p.remote(p.organizations()), p.organization(), p.user(), p.mail(), p.docs(), p.version())
	root.SetHelpCommandGroupID("operate")
	root.SetCompletionCommandGroupID("operate")
}

func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, command := range commands {
		command.GroupID = title
	}
	root.AddCommand(commands...)
}

// flagNames adds short names of flags.
func flagNames(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if name == "param" {
		name = "parameter"
	}
	return pflag.NormalizedName(name)
}

// group returns a command that only contains other commands. An unknown word is a usage error.
func group(use, short string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error { return command.Help() },
	}
}

// usageError is an invalid command line.
type usageError struct {
	err     error
	command string
	hint    string // may be empty
}

func (e *usageError) Error() string { return e.err.Error() }

// detailed is an error with more text to show, such as a position.
type detailed interface {
	error
	Detail() string
}

// printError prints an error with its hint.
func printError(w io.Writer, err error) {
	if _, ok := errors.AsType[reportedError](err); ok {
		return
	}
	message, hint := err.Error(), ""
	var known *fault.Error
	var usage *usageError
	var answered *client.ServerError
	switch {
	case errors.As(err, &answered):
		message, hint = answered.Message, hintForPeople(answered.Hint)
	case errors.As(err, &usage):
		hint = strings.TrimSpace(usage.hint + " See " + usage.command + " --help.")
	case errors.As(err, &known):
		message, hint = known.Error(), known.Hint
	}
	_, _ = fmt.Fprintf(w, "millrace: %s\n", message)
	if detail, ok := errors.AsType[detailed](err); ok {
		_, _ = fmt.Fprintln(w, indent(detail.Detail(), "    "))
	}
	if hint != "" {
		_, _ = fmt.Fprintf(w, "  → %s\n", hint)
	}
}

// arguments wraps cobra's checks, so that a wrong number of arguments exits with 2 and names the expected ones.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		err := check(command, args)
		if err == nil {
			return nil
		}
		if text := err.Error(); strings.Contains(text, "arg(s)") {
			text = strings.NewReplacer(" 1 arg(s)", " 1 argument", "arg(s)", "arguments").Replace(text)
			err = fault.New(fault.Invalid, "%s: %s", text, strings.TrimSuffix(command.UseLine(), " [flags]"))
		}
		hint := ""
		if len(args) > 0 && command.HasSubCommands() {
			hint = didYouMean(command, args[0])
		}
		return &usageError{err: err, command: command.CommandPath(), hint: hint}
	}
}
