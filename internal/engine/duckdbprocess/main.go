package duckdbprocess

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

// socketDescriptor is the socket of a child.
const socketDescriptor = 3

// RunAsChild runs the program as a child if it was started as one: it serves until its server ends and then exits.
// Otherwise it returns at once. Call it first in main, and first in TestMain of tests that start children.
func RunAsChild() {
	canBeChild.Store(true)
	if len(os.Args) != 3 || os.Args[1] != childArgument {
		return
	}
	// A service manager may send these to all processes of a service. The server ends its children when it has drained.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	if err := serve(os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func serve(memory string) error {
	limit, err := strconv.ParseInt(memory, 10, 64)
	if err != nil {
		return fmt.Errorf("the memory limit: %w", err)
	}
	if err := applyLimits(limit); err != nil {
		return err
	}
	file := os.NewFile(socketDescriptor, "socket")
	socket, err := net.FileConn(file)
	if err != nil {
		return fmt.Errorf("the socket to the server: %w", err)
	}
	if err := file.Close(); err != nil {
		return err
	}
	return Serve(context.Background(), socket)
}
