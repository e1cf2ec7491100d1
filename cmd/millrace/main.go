// Command millrace is the platform and its command line in one binary.
package main

import (
	"context"
	"os"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/collector"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

// version is set by the linker.
var version = "dev"

func main() {
	duckdbprocess.RunAsChild()
	if len(os.Args) < 2 || os.Args[1] != "serve" {
		collector.Tune()
	}
	program := cli.Program{
		Version: version, Args: os.Args[1:], Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{},
	}
	os.Exit(program.Run(context.Background()))
}
