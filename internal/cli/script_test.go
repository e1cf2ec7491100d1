package cli_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

func TestMain(m *testing.M) {
	duckdbprocess.RunAsChild()
	testscript.Main(m, map[string]func(){
		"millrace": func() {
			program := cli.Program{Version: "test", Args: os.Args[1:], Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{}}
			os.Exit(program.Run(context.Background()))
		},
		"holder": holdFile,
	})
}

// TestScripts runs the command line like a user. Each script has its own empty folder.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "waitfor": waitFor, "post": post, "hold": hold},
	})
}

// holdFile is another program that has a DuckDB file open until its standard input ends.
func holdFile() {
	db, err := sql.Open("duckdb", os.Args[1])
	if err == nil {
		err = db.PingContext(context.Background())
	}
	_, _ = fmt.Fprintln(os.Stdout, err)
	_, _ = io.Copy(io.Discard, os.Stdin)
}
