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
}

func (f *projectFlags) register(command *cobra.Command) {
	command.Flags().StringVar(&f.workspace, "workspace", "", "workspace of workspaces.yml whose storage mappings are used")
	command.Flags().StringArrayVar(&f.parameters, "parameter", nil, "parameter for templates, as name=value; may be repeated (also --param)")
	command.Flags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

// compile reads and compiles the project in a folder that findProject returned.
func (f *projectFlags) compile(command *cobra.Command, folder string) (*compiler.Compilation, error) {
	parameters, err := parseParameters(f.parameters)
	if err != nil {
		return nil, err
	}
	compiled, err := compileUntil(command.Context(), folder, compiler.Options{
		Workspace: f.workspace, Parameters: parameters, WithoutSQL: !f.printsSQL,
		Platform: f.platform, DefaultDatabase: enginekind.DefaultDatabase(f.platform),
	})
	if err != nil {
		return nil, err
	}
	for _, d := range compiled.Diagnostics {
		if d.Code == diagnostic.UnknownWorkspace { // the flag is wrong, not the project
			return nil, fault.New(fault.Invalid, "%s", d.Message).WithHint("%s", workspaceHint(compiled.Project))
		}
	}
	return compiled, nil
}

// compileUntil compiles a project until the context ends. It returns no partial result, because that would report
// errors for files that were not read. It abandons a read that blocks.
func compileUntil(ctx context.Context, folder string, o compiler.Options) (*compiler.Compilation, error) {
	o.Interrupt = ctx.Err
	done := make(chan *compiler.Compilation, 1)
	go func() { done <- compiler.Compile(os.DirFS(folder), o) }()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case compiled := <-done:
		return compiled, ctx.Err()
	}
}

// workspaceHint returns the valid values of --workspace.
func workspaceHint(p *transform.Project) string {
	var names []string
	for _, w := range p.Workspaces {
		if w.Name != "" {
			names = append(names, w.Name)
		}
	}
	switch {
	case len(names) > 0:
		return "The workspaces are " + strings.Join(names, ", ") + "."
	case len(p.Workspaces) > 0:
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
	if count, _ := diagnostic.Count(compiled.Diagnostics); count > 0 {
		p.notef("the project has %s; run `millrace validate` to see them", counted(count, "error"))
	}
	return compiled, nil
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
