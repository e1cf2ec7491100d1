package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// exported is the JSON output about an archive.
type exported struct {
	Path  string `json:"path"`
	Bytes int    `json:"bytes"`
}

func (p Program) projectExport() *cobra.Command {
	var reference, path string
	return exchangeCommand(p, exchange[exported]{
		use: "export ID --out FILE", short: "Write the files of a commit to a zip archive", args: 1, limit: planTimeout,
		long: "Writes the files of a commit or a branch to a zip archive. To get the history, clone the repository with git from\n" +
			"/git/ID.git on the server, with an access token as the password.\n\n" +
			"JSON: path, the file, and bytes, its size.",
		example: "millrace projects export 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --ref main --out shop.zip",
		flags: func(command *cobra.Command) {
			command.Flags().StringVar(&reference, "ref", "", "commit or branch (default: the default branch)")
			command.Flags().StringVar(&path, "out", "", "file to write; it must not exist")
		},
		prepare: func(command *cobra.Command) error { return required(command, "out", path) },
		send: func(ctx context.Context, server *client.Client, args []string) (*exported, error) {
			archive, err := server.ExportProject(ctx, args[0], &api.ExportProjectParams{Ref: given(reference)})
			if err != nil {
				return nil, err
			}
			defer archive.Close()
			content, err := io.ReadAll(archive)
			if err != nil {
				return nil, err
			}
			return &exported{path, len(content)}, writeNew(path, content)
		},
		show: func(e *exported) error { return p.print(fmt.Sprintf("%s has %d bytes.\n", e.Path, e.Bytes)) },
	})
}

// writeNew writes a new file. It never replaces an existing one.
func writeNew(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "cannot create the file")
	}
	_, err = file.Write(content)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}
