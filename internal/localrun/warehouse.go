package localrun

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// Platform is the kind of engine that local runs use, whatever a project is written for.
const Platform = "duckdb"

// FolderName is the folder in a project that its data is in unless another one is named.
const FolderName = ".millrace"

// Warehouse is an open data folder.
type Warehouse struct {
	engine engine.Engine
}

// Open opens a data folder, and makes it if it is not there. A folder that another process has open is an error.
func Open(ctx context.Context, folder string) (*Warehouse, error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "the data folder %s cannot be found", folder)
	}
	if err := makeFolder(absolute); err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "the data folder %s cannot be made", folder).
			WithHint("Name another one with --data.")
	}
	opened, err := duckdb.New(duckdb.Options{}).Open(ctx, engine.Connection{Kind: Platform, Folder: absolute})
	if err != nil {
		return nil, here(err, folder)
	}
	return &Warehouse{opened}, nil
}

// here says of a fault what to do about it on the command line; the engine speaks of connections.
func here(err error, folder string) error {
	known := *fault.From(err)
	if known.Kind == fault.Unavailable {
		known.Hint = fmt.Sprintf("One process at a time can use %s. Wait for the other one, or name another folder with --data.", folder)
	}
	return &known
}

// Close closes the folder.
func (w *Warehouse) Close() error { return w.engine.Close() }

// makeFolder makes a folder that version control passes by: data is no part of a project.
func makeFolder(folder string) error {
	if info, err := os.Stat(folder); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, ".gitignore"), []byte("*\n"), 0o600)
}
