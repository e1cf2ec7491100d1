package localrun

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// Platform is the engine kind of local runs, whatever engine the project is written for.
const Platform = enginekind.DuckDB

// FolderName is the default data folder inside a project.
const FolderName = ".millrace"

// DataFolder is an open data folder.
type DataFolder struct {
	engine engine.Engine
}

// Open opens a data folder and creates it if it is missing. It fails if another process has the folder open.
func Open(ctx context.Context, folder string) (*DataFolder, error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "cannot resolve the data folder %s", folder)
	}
	if err := makeFolder(absolute); err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "cannot create the data folder %s", folder).
			WithHint("Pass another folder with --data.")
	}
	opened, err := duckdb.New(duckdb.Options{ShowFolder: true}).Open(ctx, engine.Connection{Kind: Platform, Folder: absolute})
	if err != nil {
		return nil, withFolderHint(err, folder)
	}
	return &DataFolder{opened}, nil
}

// withFolderHint changes an Unavailable fault: the engine's message and hint are about connections, not about --data.
func withFolderHint(err error, folder string) error {
	known := *fault.From(err)
	if known.Kind == fault.Unavailable {
		known.Message = strings.Replace(known.Message, "the folder of the duckdb connection", "the data folder "+folder, 1)
		known.Hint = fmt.Sprintf("Only one process at a time can use %s. Wait until it ends, or pass another folder with --data.", folder)
	}
	return &known
}

// Close closes the folder.
func (f *DataFolder) Close() error { return f.engine.Close() }

// makeFolder creates a folder that git ignores, because data is not part of a project.
func makeFolder(folder string) error {
	if info, err := os.Stat(folder); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, ".gitignore"), []byte("*\n"), 0o600)
}
