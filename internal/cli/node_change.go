package cli

import (
	"context"
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// nodeFlags describe a new node.
type nodeFlags struct {
	workspaceFlag

	kind, name, location, file string
	from                       []string
}

func (f *nodeFlags) register(command *cobra.Command) {
	f.workspaceFlag.register(command)
	command.Flags().StringVar(&f.kind, "type", "", "node type, such as Stage or View")
	command.Flags().StringVar(&f.name, "name", "", "name of the node (default: derived from its type and inputs)")
	command.Flags().StringVar(&f.location, "location", "", "storage location (default: that of the node type)")
	command.Flags().StringVar(&f.file, "sql-file", "", "file with the text of an SQL node; - for standard input")
	command.Flags().StringArrayVar(&f.from, "from", nil, "id of an input node, whose columns it gets; may be repeated")
}

func (p Program) nodeCreate() *cobra.Command {
	var flags nodeFlags
	return exchangeCommand(p, exchange[json.RawMessage]{
		use: "create --workspace ID --type TYPE", short: "Create a node in a workspace",
		long: "Creates a node from input nodes or from SQL. A commit and a deployment bring it to an environment.\n\n" +
			"JSON: the node, with its id.",
		example: "millrace nodes create --workspace 3 --type Stage --from 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11\n\n" +
			"# an SQL node\nmillrace nodes create --workspace 3 --type View --name TOP --location MART --sql-file top.sql",
		flags: flags.register,
		prepare: func(command *cobra.Command) error {
			if err := flags.check(command); err != nil {
				return err
			}
			return required(command, "type", flags.kind)
		},
		send: func(ctx context.Context, server *client.Client, _ []string) (*json.RawMessage, error) {
			body := api.NodeCreate{NodeType: flags.kind, Name: given(flags.name), LocationName: given(flags.location)}
			if len(flags.from) > 0 {
				body.PredecessorNodeIDs = &flags.from
			}
			if flags.file != "" {
				text, err := p.readText(ctx, flags.file)
				if err != nil {
					return nil, err
				}
				body.SQL = new(string(text))
			}
			var response client.Response
			_, err := server.CreateWorkspaceNode(ctx, flags.workspace, body, client.CaptureResponse(&response))
			return new(json.RawMessage(response.Body)), err
		},
		show: p.showNode,
	})
}

func (p Program) nodeSet() *cobra.Command {
	var inside workspaceFlag
	var file string
	return exchangeCommand(p, exchange[json.RawMessage]{
		use: "set ID --workspace ID --file FILE", short: "Replace a node of a workspace with a file", args: 1,
		long: "Replaces a node of a workspace with the JSON in a file: the edited output of `millrace nodes get --json`. The file\n" +
			"contains the version that you edited. If another user has changed the node since, the server rejects the change.\n" +
			"Without a version in the file the node is always replaced.\n\n" +
			"JSON: the node after the change.",
		example: "millrace nodes get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3 --json > node.json\n" +
			"millrace nodes set 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3 --file node.json",
		flags: func(command *cobra.Command) {
			inside.register(command)
			command.Flags().StringVar(&file, "file", "", "file with the node as JSON; - for standard input")
		},
		prepare: func(command *cobra.Command) error {
			if err := inside.check(command); err != nil {
				return err
			}
			return required(command, "file", file)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*json.RawMessage, error) {
			body, err := p.readNode(ctx, file)
			if err != nil {
				return nil, err
			}
			var response client.Response
			_, err = server.SetWorkspaceNodeJSON(ctx, inside.workspace, args[0], nil, body, client.CaptureResponse(&response))
			return new(json.RawMessage(response.Body)), err
		},
		show: p.showNode,
	})
}

func (p Program) nodeDelete() *cobra.Command {
	var inside workspaceFlag
	return p.deleteCommand(deletion{
		noun: "node", short: "Delete a node of a workspace", inside: &inside,
		long:    "Deletes a node of a workspace. Nodes that read it stay and get errors. The next deployment drops its table.",
		example: "millrace nodes delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteWorkspaceNode(ctx, inside.workspace, id, nil)
		},
	})
}

// readNode reads a node that is sent unchanged.
func (p Program) readNode(ctx context.Context, file string) ([]byte, error) {
	raw, err := p.readText(ctx, file)
	if err != nil {
		return nil, err
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil || object == nil {
		return nil, fault.New(fault.Invalid, "%s is not a JSON object", fileWords(file)).
			WithHint("Get a node in the right form with `millrace nodes get ID --workspace ID --json`.")
	}
	return raw, nil
}

// maxText limits how much of a file is read; a server accepts less.
const maxText = 64 << 20

// readText reads a file, or standard input.
func (p Program) readText(ctx context.Context, file string) ([]byte, error) {
	if file != "-" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "cannot read the file %s", file)
		}
		return raw, nil
	}
	if p.Stdin == nil {
		return nil, nil
	}
	text, err := readUntilDone(ctx, func() (string, error) {
		raw, err := io.ReadAll(io.LimitReader(p.Stdin, maxText))
		return string(raw), err
	})
	return []byte(text), err
}

func fileWords(file string) string {
	if file == "-" {
		return "standard input"
	}
	return "the file " + file
}
