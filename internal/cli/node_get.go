package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// nodeGet shows a node as the server sends it, because it may have more fields than this program knows.
func (p Program) nodeGet() *cobra.Command {
	var scope scopeFlags
	return exchangeCommand(p, exchange[json.RawMessage]{
		use: "get ID --environment NAME", short: "Show a node with its columns and its SQL", args: 1,
		long: "Shows a deployed node of an environment or, with --workspace, a node of a workspace.\n\n" +
			"JSON: the node as GET /api/v1/workspaces/{id}/nodes/{id} returns it, which `millrace nodes set` reads.",
		example: "millrace nodes get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --environment 2\n\n# to edit it\n" +
			"millrace nodes get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3 --json > node.json",
		flags: scope.register, prepare: scope.check,
		send: func(ctx context.Context, server *client.Client, args []string) (*json.RawMessage, error) {
			var response client.Response
			var err error
			if scope.workspace != "" {
				_, err = server.GetWorkspaceNode(ctx, scope.workspace, args[0], client.CaptureResponse(&response))
			} else {
				_, err = server.GetEnvironmentNode(ctx, scope.environment, args[0], client.CaptureResponse(&response))
			}
			return new(json.RawMessage(response.Body)), err
		},
		show: p.showNode,
	})
}

func (p Program) showNode(raw *json.RawMessage) error {
	var node api.Node
	if json.Unmarshal(*raw, &node) != nil {
		return notMillraceFault()
	}
	var shown facts
	shown.add("id", node.ID)
	shown.add("node", node.LocationName+"."+node.Name)
	shown.add("type", node.NodeType)
	shown.add("database", node.Database)
	shown.add("schema", node.Schema)
	shown.add("materialized as", orZero(node.MaterializationType))
	shown.add("description", node.Description)
	shown.add("version", versionText(node.Version))
	shown.add("error", orZero(node.Error))
	if node.Metadata != nil {
		for i := range node.Metadata.Columns {
			shown.add("column", node.Metadata.Columns[i].Name+" "+node.Metadata.Columns[i].DataType)
		}
	}
	return p.print(shown.String() + textBelow(orZero(node.SQL)))
}

// textBelow puts a text of several lines below its label; it returns "" for no text.
func textBelow(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	var out strings.Builder
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		_, _ = fmt.Fprintf(&out, "\n%s", visible(strings.TrimRight(line, "\r")))
	}
	return "\n" + strings.TrimPrefix(out.String(), "\n") + "\n"
}

func versionText(version *int64) string {
	if version == nil {
		return ""
	}
	return strconv.FormatInt(*version, 10)
}
