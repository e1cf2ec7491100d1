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

// Program is the command line with everything that it takes from outside.
type Program struct {
	Version string
	Args    []string // without the name of the program
	Environ []string
	Stdin   io.Reader // nil is nothing to read
	Stdout  io.Writer
	Stderr  io.Writer
	// Platform is what commands for operators work with. The others need none.
	Platform admin.Platform
}

// Run carries out a command and gives the exit code.
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
	root.Long = "Millrace is an open, self-hosted data-transformation platform. Start all of it with `millrace serve`, or begin with\n" +
		"a project in a folder, which needs no server: `millrace init shop`. Before anything that speaks to a server comes\n" +
		"`millrace login`.\n\n" +
		"Exit codes: 0 it worked, 1 the work failed, 2 wrong use, 3 the server refused, 4 something is out of reach."
	root.SetArgs(p.Args)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		return &usageError{err: err, command: command.CommandPath()}
	})
	root.SetGlobalNormalizationFunc(flagNames)
	p.addCommands(root)
	return root
}

// addCommands gives the program its commands, in the groups in which its help shows them.
func (p Program) addCommands(root *cobra.Command) {
	addGroup(root, "a project in a folder",
		local(p.initProject()), local(p.validate()), local(p.render()), local(p.graph()), local(p.lineage()),
		local(p.selectNodes()), local(p.format()), local(p.run()))
	addGroup(root, "deploy",
		remote(p.plan()), remote(p.plans()), remote(p.deploy()), remote(p.deployments()), remote(p.rollback()), remote(p.resume()))
	addGroup(root, "run",
		remote(p.refresh()), remote(p.status()), remote(p.runs()), remote(p.cancel()), remote(p.rerun()), remote(p.results()),
		remote(p.schedules()), remote(p.webhooks()))
	addGroup(root, "what is on a server",
		remote(p.projects()), remote(p.workspaces()), remote(p.commit()), remote(p.environments()), remote(p.connections()),
		remote(p.gitAccounts()), remote(p.nodes()), remote(p.jobs()), remote(p.subgraphs()))
	addGroup(root, "access", remote(p.login()), remote(p.logout()), remote(p.token()), remote(p.users()))
	addGroup(root, "operate", p.serve(), remote(p.doctor()), p.organization(), p.user())
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

// flagNames lets a flag have a shorter name too.
func flagNames(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if name == "param" {
		name = "parameter"
	}
	return pflag.NormalizedName(name)
}

// group is a command that only holds others. A word that is none of them is wrong use.
func group(use, short string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error { return command.Help() },
	}
}

// usageError is a command line that cannot be understood.
type usageError struct {
	err     error
	command string
}

func (e *usageError) Error() string { return e.err.Error() }

// detailed is an error with something to look at, such as the place in a text.
type detailed interface {
	error
	Detail() string
}

// printError says what happened and what to do next.
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
		hint = "See " + usage.command + " --help."
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

// arguments wraps cobra's checks so that a wrong count exits with 2, and says what is expected.
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
		return &usageError{err: err, command: command.CommandPath()}
	}
}
