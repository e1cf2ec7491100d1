package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
)

// manifest is the file that marks the root of a project.
const manifest = "data.yml"

// projectFlags are the flags of all commands that work on a project folder.
type projectFlags struct {
	workspace  string
	parameters []string
	asJSON     bool
	printsSQL  bool   // the command needs the SQL of nodes; other commands save the memory
	platform   string // compile for this platform; empty for the project's own
	noCache    bool   // ignore the cache in the project's folder
}

func (f *projectFlags) register(command *cobra.Command) {
	command.Flags().StringVar(&f.workspace, "workspace", "", "workspace of workspaces.yml whose storage mappings are used")
	command.Flags().StringArrayVar(&f.parameters, "parameter", nil, "parameter for templates, as name=value; may be repeated (also --param)")
	command.Flags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

// compile reads and compiles the project in a folder that findProject returned.
func (f *projectFlags) compile(command *cobra.Command, folder string) (*compiler.Compilation, error) {
	o, err := f.options(command.Context())
	if err != nil {
		return nil, err
	}
	compiled, err := until(command.Context(), func() *compiler.Compilation { return compiler.Compile(os.DirFS(folder), o) })
	if err != nil {
		return nil, err
	}
	return compiled, checkWorkspace(compiled.Diagnostics, compiled.Project.Workspaces)
}

// options returns what the flags select.
func (f *projectFlags) options(ctx context.Context) (compiler.Options, error) {
	parameters, err := parseParameters(f.parameters)
	return compiler.Options{
		Workspace: f.workspace, Parameters: parameters, WithoutSQL: !f.printsSQL,
		Platform: f.platform, DefaultDatabase: enginekind.DefaultDatabase(f.platform), Interrupt: ctx.Err,
	}, err
}

// until reads a project until the context ends. It returns no partial result, because that would report errors for files
// that were not read. It abandons a read that blocks.
func until[T any](ctx context.Context, read func() T) (T, error) {
	done := make(chan T, 1)
	go func() { done <- read() }()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case result := <-done:
		return result, ctx.Err()
	}
}

// checkWorkspace returns an error if --workspace names no workspace: the flag is wrong, not the project.
func checkWorkspace(found []diagnostic.Diagnostic, workspaces []transform.Workspace) error {
	for i := range found {
		if found[i].Code == diagnostic.UnknownWorkspace {
			return fault.New(fault.Invalid, "%s", found[i].Message).WithHint("%s", workspaceHint(workspaces))
		}
	}
	return nil
}

// workspaceHint returns the valid values of --workspace.
func workspaceHint(workspaces []transform.Workspace) string {
	var names []string
	for _, w := range workspaces {
		if w.Name != "" {
			names = append(names, w.Name)
		}
	}
	switch {
	case len(names) > 0:
		return "The workspaces are " + strings.Join(names, ", ") + "."
	case len(workspaces) > 0:
		return "Omit --workspace: the project has only workspace.yml, whose workspace has no name."
	default:
		return "Omit --workspace: the project has no workspaces.yml."
	}
}

// open finds and compiles the project. It prints only the number of errors; validate shows them in full.
func (p Program) open(command *cobra.Command, f *projectFlags, named string) (*compiler.Compilation, error) {
	folder, err := findProject(named)
	if err != nil {
		return nil, err
	}
	compiled, err := f.compile(command, folder)
	if err != nil {
		return nil, err
	}
	p.noteErrors(compiled.Diagnostics)
	return compiled, nil
}

func (p Program) noteErrors(found []diagnostic.Diagnostic) {
	if count, _ := diagnostic.Count(found); count > 0 {
		p.notef("the project has %s; run `millrace validate` to see them", counted(count, "error"))
	}
}

// findProject returns the folder of a project: the named one or, if none is named, this folder or the nearest parent
// with a manifest.
func findProject(named string) (string, error) {
	if named != "" {
		return named, checkProject(named)
	}
	here, err := os.Getwd()
	if err != nil {
		return "", fault.Wrap(err, fault.Conflict, "cannot find the current folder")
	}
	for folder := here; ; folder = filepath.Dir(folder) {
		if isProject(folder) {
			return folder, nil
		}
		if folder == filepath.Dir(folder) {
			return "", fault.New(fault.Invalid, "no project found in %s or its parent folders", here).
				WithHint("Pass the folder with %s, or create a project with `millrace init DIR`.", manifest)
		}
	}
}

func checkProject(folder string) error {
	if err := checkFolder(folder); err != nil {
		return err
	}
	if !isProject(folder) {
		return fault.New(fault.Invalid, "the folder %s is not a project: it has no %s", folder, manifest).
			WithHint("Pass the folder with %s, or create a project with `millrace init DIR`.", manifest)
	}
	return nil
}

func checkFolder(folder string) error {
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.Invalid, "folder %s does not exist", folder)
	case err != nil:
		return fault.Wrap(err, fault.Conflict, "cannot read the folder %s", folder)
	case !info.IsDir():
		return fault.New(fault.Invalid, "%s is not a folder", folder).WithHint("Pass the folder with %s.", manifest)
	}
	return nil
}

func isProject(folder string) bool {
	info, err := os.Stat(filepath.Join(folder, manifest))
	return err == nil && !info.IsDir()
}

// parseParameters reads name=value. A value that is valid JSON, such as true, 7 or [1, 2], is that value; any other
// value is a text.
func parseParameters(list []string) (map[string]any, error) { return parseValues("parameter", list) }

// parseValues is parseParameters for another noun.
func parseValues(noun string, list []string) (map[string]any, error) {
	values := make(map[string]any, len(list))
	for _, item := range list {
		name, value, ok := strings.Cut(item, "=")
		if !ok || name == "" {
			return nil, fault.New(fault.Invalid, "%s %q does not have the form name=value", noun, item)
		}
		values[name] = parameterValue(value)
	}
	return values, nil
}

// parameterValue reads a value as JSON if it is valid JSON, and keeps integers exact.
func parameterValue(text string) any {
	if whole, err := strconv.ParseInt(text, 10, 64); err == nil {
		return whole
	}
	var decoded any
	if json.Unmarshal([]byte(text), &decoded) != nil {
		return text
	}
	return decoded
}

// firstOf returns the optional argument of a command; empty if there is none.
func firstOf(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}
