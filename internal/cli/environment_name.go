package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
)

// takesEnvironment marks a command whose first argument is an environment.
const takesEnvironment = "takesEnvironment"

// byName lets the first argument of a command be the name of an environment.
func byName(command *cobra.Command) *cobra.Command {
	command.Use = strings.Replace(command.Use, " ID", " NAME", 1)
	command.Long = strings.Replace(command.Long, "\n\nJSON:", "\n\nNAME is the name of an environment, PROJECT/NAME, or an id.\n\nJSON:", 1)
	command.Annotations = map[string]string{takesEnvironment: "true"}
	return command
}

// environmentFlagsOf returns the flags of a command that name an environment.
func environmentFlagsOf(command *cobra.Command) []string {
	return slices.DeleteFunc([]string{"environment", "compare"}, func(name string) bool { return command.Flags().Lookup(name) == nil })
}

// withEnvironmentIDs replaces the names of environments in flags and arguments by ids. It calls the server only if there is
// a name.
func (p Program) withEnvironmentIDs(command *cobra.Command, args []string) ([]string, error) {
	names := &environmentNames{}
	for _, flag := range environmentFlagsOf(command) {
		value := command.Flags().Lookup(flag).Value
		id, err := names.resolve(p, command, value.String())
		if err == nil {
			err = value.Set(id)
		}
		if err != nil {
			return nil, err
		}
	}
	if command.Annotations[takesEnvironment] == "" || len(args) == 0 {
		return args, nil
	}
	id, err := names.resolve(p, command, args[0])
	args = slices.Clone(args)
	args[0] = id
	return args, err
}

// environmentNames are the environments that a user can see.
type environmentNames struct {
	isRead   bool
	list     []namedEnvironment
	projects map[string]string // names by id; read when they are needed
}

// namedEnvironment is an environment in the list of a server.
type namedEnvironment struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Project string `json:"project"`
	Status  string `json:"status"`
}

// isEnvironmentID reports whether a text is an id. A number is always an id, also if an environment has it as its name.
func isEnvironmentID(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c < '0' || c > '9' })
}

// resolve returns the id of an environment, given as its id, NAME or PROJECT/NAME.
func (e *environmentNames) resolve(p Program, command *cobra.Command, text string) (string, error) {
	if isEnvironmentID(text) {
		return text, nil
	}
	server, err := p.connect(remoteFlagsOf(command))
	if err != nil {
		return "", err
	}
	if err = e.read(command.Context(), server); err != nil {
		return "", err
	}
	found := e.called(text)
	if len(found) == 0 && strings.Contains(text, "/") {
		if err = e.readProjects(command.Context(), server); err != nil {
			return "", err
		}
		found = e.calledInProject(text)
	}
	switch len(found) {
	case 0:
		return "", e.unknown(text)
	case 1:
		return found[0].ID, nil
	}
	if err = e.readProjects(command.Context(), server); err != nil {
		return "", err
	}
	return "", e.ambiguous(text, found)
}

// remoteFlagsOf returns the flags of a command that select the server and the token.
func remoteFlagsOf(command *cobra.Command) *remoteFlags {
	text := func(name string) string {
		if flag := command.Flags().Lookup(name); flag != nil {
			return flag.Value.String()
		}
		return ""
	}
	return &remoteFlags{server: text("server"), token: text("token"), profile: text("profile")}
}

func (e *environmentNames) read(ctx context.Context, server *client.Client) (err error) {
	if e.isRead {
		return nil
	}
	e.list, err = readAll(func(from *string) (batch[namedEnvironment], error) {
		page, err := server.ListEnvironments(ctx, &api.ListEnvironmentsParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[namedEnvironment]{}, err
		}
		list, err := decoded[namedEnvironment](page.Data)
		return batch[namedEnvironment]{list, nextOf(page.Next)}, err
	})
	e.isRead = err == nil
	return err
}

func (e *environmentNames) readProjects(ctx context.Context, server *client.Client) error {
	if e.projects != nil {
		return nil
	}
	list, err := listProjects(ctx, server, "")
	if err != nil {
		return err
	}
	e.projects = make(map[string]string, len(list))
	for i := range list {
		e.projects[list[i].ID] = list[i].Name
	}
	return nil
}

// full returns PROJECT/NAME.
func (e *environmentNames) full(one namedEnvironment) string {
	return cmp.Or(e.projects[one.Project], one.Project) + "/" + one.Name
}

// called returns the environments with a name. A name in another case counts only if no name is equal.
func (e *environmentNames) called(name string) []namedEnvironment {
	return e.matching(name, func(one namedEnvironment) string { return one.Name })
}

func (e *environmentNames) calledInProject(name string) []namedEnvironment {
	return e.matching(name, e.full)
}

func (e *environmentNames) matching(name string, of func(namedEnvironment) string) []namedEnvironment {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		var found []namedEnvironment
		for _, one := range e.list {
			if same(of(one), name) {
				found = append(found, one)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func (e *environmentNames) unknown(text string) error {
	names := make([]string, len(e.list))
	for i, one := range e.list {
		names[i] = one.Name
	}
	hint := "`millrace environments` lists those that you can see."
	if near, ok := diagnostic.Nearest(text, names); ok {
		hint = fmt.Sprintf("Did you mean %s? %s", near, hint)
	}
	return fault.New(fault.Invalid, "there is no environment %q", text).WithHint("%s", hint)
}

func (e *environmentNames) ambiguous(text string, found []namedEnvironment) error {
	const most = 5
	choices := make([]string, 0, most)
	for _, one := range found[:min(len(found), most)] {
		choices = append(choices, fmt.Sprintf("%s (%s)", one.ID, e.full(one)))
	}
	return fault.New(fault.Invalid, "%d environments are called %s", len(found), text).
		WithHint("Pass an id, or PROJECT/NAME: %s.", strings.Join(choices, ", "))
}
