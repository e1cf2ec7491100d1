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

// nodeFlags say what a new node is.
type nodeFlags struct {
	insideFlag

	kind, name, location, file string
	from                       []string
}

func (f *nodeFlags) register(command *cobra.Command) {
	f.insideFlag.register(command)
	command.Flags().StringVar(&f.kind, "type", "", "node type, such as Stage or View")
	command.Flags().StringVar(&f.name, "name", "", "name of the node; made from its type and what it reads if left out")
	command.Flags().StringVar(&f.location, "location", "", "storage location; that of its type if left out")
	command.Flags().StringVar(&f.file, "sql-file", "", "file with the text of a node that is written in SQL; - for standard input")
	command.Flags().StringArrayVar(&f.from, "from", nil, "id of a node that it reads, whose columns it gets; may be repeated")
}

func (p Program) nodeCreate() *cobra.Command {
	var flags nodeFlags
	return exchangeCommand(p, exchange[json.RawMessage]{
		use: "create --workspace ID --type TYPE", short: "Create a node in a workspace",
		long: "Creates a node, from nodes that it reads or from SQL. A commit and a deployment bring it to an environment.\n\n" +
			"JSON: the node, with its id.",
		example: "millrace nodes create --workspace 3 --type Stage --from 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11\n\n" +
			"# written in SQL\nmillrace nodes create --workspace 3 --type View --name TOP --location MART --sql-file top.sql",
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
	var inside insideFlag
	var file string
	return exchangeCommand(p, exchange[json.RawMessage]{
		use: "set ID --workspace ID --file FILE", short: "Replace a node of a workspace by what is in a file", args: 1,
		long: "Replaces a node of a workspace by the JSON in a file: what `millrace nodes get --json` prints, edited. It holds the\n" +
			"version that was edited: when somebody else changed the node meanwhile, nothing is replaced. Without a version in\n" +
			"the file the node is replaced whatever it is now.\n\n" +
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
	var inside insideFlag
	return p.deleteCommand(deletion{
		noun: "node", short: "Delete a node of a workspace, but not its table", inside: &inside,
		long: "Deletes a node of a workspace. Nodes that read it stay and have errors. Its table, where it is deployed, goes with\n" +
			"the next deployment.",
		example: "millrace nodes delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteWorkspaceNode(ctx, inside.workspace, id, nil)
		},
	})
}

// readNode reads a node that is to be sent as it is.
func (p Program) readNode(ctx context.Context, file string) ([]byte, error) {
	raw, err := p.readText(ctx, file)
	if err != nil {
		return nil, err
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil || object == nil {
		return nil, fault.New(fault.Invalid, "%s does not hold one JSON object", fileWords(file)).
			WithHint("`millrace nodes get ID --workspace ID --json` prints a node as it is wanted.")
	}
	return raw, nil
}

// maxText is how much of a file is read: a server takes less.
const maxText = 64 << 20

// readText reads a file, or standard input.
func (p Program) readText(ctx context.Context, file string) ([]byte, error) {
	if file != "-" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "the file %s cannot be read", file)
		}
		return raw, nil
	}
	if p.Stdin == nil {
		return nil, nil
	}
	text, err := awaited(ctx, func() (string, error) {
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
