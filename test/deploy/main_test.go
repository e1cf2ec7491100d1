package deploy_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// defaultChecks is the number of random histories without the flag -rapid.checks: each consists of several deploys on a real
// engine.
const defaultChecks = 8

func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		if err := flag.Set("rapid.checks", fmt.Sprint(defaultChecks)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}
