package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// newNodeFlags are the flags of new node.
type newNodeFlags struct {
	projectFlags

	folder, nodeType, location string
	from                       []string
}

func (p Program) newObject() *cobra.Command {
	parent := group("new", "Create a file in a project")
	parent.Long = "Creates a file in the project in a folder. For a new project see `millrace init`."
	parent.AddCommand(local(p.newNode()))
	return parent
}

func (p Program) newNode() *cobra.Command {
	var flags newNodeFlags
	command := &cobra.Command{
		Use:   "node NAME --type TYPE --from NODE",
		Short: "Create a node that reads other nodes",
		Long: "Writes the file of a new node, with an id, into the folder nodes: in SQL, or in YAML if its type only supports that.\n" +
			"The node selects all columns of the nodes in --from; several nodes are joined on the columns with the same name.\n" +
			"Without --from its query selects a constant. NAME is a name, or LOCATION.NAME. No file is ever replaced.\n\n" +
			"The default location is that of the node type, then defaultStorageMapping of the project, then its first one.\n\n" +
			"JSON: id, name, location, nodeType, and file, relative to the root of the project.",
		Example: "millrace new node STG_PAYMENTS --from RAW.PAYMENTS\n\n" +
			"# a fact that joins two nodes\nmillrace new node CORE.FCT_SALE --type Fact --from STG_ORDERS,DIM_PRODUCT",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error { return p.runNewNode(command, &flags, args[0]) },
	}
	dirFlag(command, &flags.folder)
	command.Flags().StringVar(&flags.nodeType, "type", "Stage", "node type")
	command.Flags().StringSliceVar(&flags.from, "from", nil, "nodes to read, separated by commas; may be repeated")
	command.Flags().StringVar(&flags.location, "location", "", "storage location (default: see above)")
	command.Flags().BoolVar(&flags.asJSON, "json", false, "print JSON")
	command.ValidArgsFunction = cobra.NoFileCompletions
	for flag, complete := range map[string]cobra.CompletionFunc{
		"from": nodeCompletion, "type": projectCompletion(typeWords), "location": projectCompletion(locationWords),
	} {
		_ = command.RegisterFlagCompletionFunc(flag, complete) // the flag exists
	}
	return command
}

func (p Program) runNewNode(command *cobra.Command, flags *newNodeFlags, name string) error {
	folder, err := findProject(flags.folder)
	if err != nil {
		return err
	}
	compiled, err := flags.compile(command, folder)
	if err != nil {
		return err
	}
	draft, err := flags.draft(compiled, name)
	if err != nil {
		return err
	}
	made, err := workspace.NewNodeFile(compiled, draft)
	if err != nil {
		return err
	}
	if err = createFile(filepath.Join(folder, filepath.FromSlash(made.Path)), made.Content); err != nil {
		return err
	}
	return p.printNewNode(made, flags)
}

// draft reads the flags of a new node.
func (f *newNodeFlags) draft(compiled *compiler.Compilation, name string) (workspace.NewNode, error) {
	draft := workspace.NewNode{Type: transform.NodeTypeID(f.nodeType), Name: name, Location: f.location, PrefersSQL: true}
	if location, rest, ok := strings.Cut(name, "."); ok && f.location == "" && slices.Contains(compiled.Project.Locations, location) {
		draft.Location, draft.Name = location, rest
	}
	if err := checkType(compiled, draft.Type); err != nil {
		return draft, err
	}
	if len(compiled.Project.Locations) == 0 {
		return draft, fault.New(fault.Invalid, "the project has no storage location").WithHint("Add one to locations.yml.")
	}
	for _, text := range f.from {
		n, err := findNode(compiled, text)
		if err != nil {
			return draft, err
		}
		draft.Predecessors = append(draft.Predecessors, n.ID)
	}
	return draft, nil
}

func checkType(compiled *compiler.Compilation, id transform.NodeTypeID) error {
	if _, ok := compiled.Types.Lookup(id, transform.SQLNode); ok {
		return nil
	}
	hint := "The types are " + strings.Join(typeNames(compiled), ", ") + "."
	if near := compiled.Types.Suggest(id); len(near) > 0 {
		hint = "Did you mean " + strings.Join(near, " or ") + "? " + hint
	}
	return fault.New(fault.Invalid, "the node type %q does not exist", id).WithHint("%s", hint)
}

// typeNames returns the names of the node types of a project, each once.
func typeNames(compiled *compiler.Compilation) []string {
	var names []string
	for _, t := range compiled.Types.All() {
		if !t.IsDisabled && !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	return names
}

func typeWords(compiled *compiler.Compilation) []cobra.Completion { return typeNames(compiled) }

func locationWords(compiled *compiler.Compilation) []cobra.Completion {
	return slices.Clone(compiled.Project.Locations)
}

// createFile writes a new file and the folders above it.
func createFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // other users may read a project
		return fault.Wrap(err, fault.Conflict, "cannot create the folder %s", filepath.Dir(path))
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // as above
	if errors.Is(err, fs.ErrExist) {
		return fault.New(fault.Conflict, "the file %s already exists", path).WithHint("Choose another name.")
	}
	if err != nil {
		return fault.Wrap(err, fault.Conflict, "cannot write %s", path)
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		return fault.Wrap(errors.Join(err, os.Remove(path)), fault.Conflict, "cannot write %s", path)
	}
	return nil
}

func (p Program) printNewNode(made workspace.NodeFile, flags *newNodeFlags) error {
	n := made.Node
	if flags.asJSON {
		return p.printJSON(struct {
			selectedNode

			File string `json:"file"`
		}{selectedNode{string(n.ID), n.Name, n.Location, string(n.Type)}, made.Path})
	}
	next := fmt.Sprintf("  millrace validate\n  millrace run --select '+{ location: %s name: %s }'\n  millrace show %s\n", n.Location, n.Name, n.Ref())
	return p.print(fmt.Sprintf("Created %s: %s (%s). Edit it, then:\n\n%s", made.Path, n.Ref(), n.Type, next))
}
