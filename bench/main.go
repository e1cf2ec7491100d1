// Command bench measures what docs/2-performance.md promises, side by side in one run, as ratios: absolute times depend
// on the machine. It starts the real platform on loopback, loads it for a bounded time and stops by itself.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	if os.Getenv(asCommand) != "" {
		os.Exit(runCommand())
	}
	seconds := flag.Duration("for", 2*time.Second, "how long each side of a comparison is loaded in a round")
	rounds := flag.Int("rounds", 3, "how many rounds; the median counts")
	flag.Parse()
	b := bench{ctx: context.Background(), load: *seconds, rounds: *rounds, out: os.Stdout}
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
