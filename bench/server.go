package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// server is `millrace serve` in its own process, with its default settings except for the rate limits.
type server struct {
	command *exec.Cmd
	folder  string
	baseURL string
}

// serverOptions are further settings of a server.
type serverOptions struct {
	args, environment []string
}

func startServer(ctx context.Context, o serverOptions) (_ *server, err error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return nil, err
	}
	s := &server{folder: folder}
	args := append([]string{
		"serve", "--listen", "127.0.0.1:0", "--data", filepath.Join(folder, "data"),
		"--limits-requests-per-second", "0", "--limits-address-requests-per-second", "0",
	}, o.args...)
	if s.command, err = childCommand(ctx, asCommand, args...); err != nil {
		return nil, err
	}
	s.command.Env = append(s.command.Env, "MILLRACE_ADMIN_EMAIL="+adminEmail, "MILLRACE_ADMIN_PASSWORD="+adminPassword)
	s.command.Env = append(s.command.Env, o.environment...)
	log, err := os.Create(filepath.Join(folder, "log"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, log.Close()) }() // the process has its own copy
	s.command.Stderr = log
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	if s.baseURL, err = readAddress(out); err != nil {
		text, _ := os.ReadFile(log.Name()) // the log is only more detail
		return nil, errors.Join(fmt.Errorf("%w: %s", err, bytes.TrimSpace(text)), s.stop())
	}
	return s, nil
}

// readAddress reads the address from the first line of a server, and lets the server write the rest.
func readAddress(out io.Reader) (string, error) {
	reader := bufio.NewReader(out)
	line, err := reader.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("the server ended: %w", err)
	}
	_, address, ok := strings.Cut(strings.TrimSpace(line), " is ready at ")
	if !ok {
		return "", fmt.Errorf("the first line of the server is %q", line)
	}
	go func() { _, _ = io.Copy(io.Discard, reader) }() // ends with the server
	return address, nil
}

// address returns the host and port.
func (s *server) address() string { return strings.TrimPrefix(s.baseURL, "http://") }

// stop stops the server, and removes its files.
func (s *server) stop() error {
	_ = s.command.Process.Signal(syscall.SIGTERM) // it may have ended
	return errors.Join(s.command.Wait(), os.RemoveAll(s.folder))
}

// memory returns the resident memory of the server's process and of its child processes, in megabytes.
func (s *server) memory() (own, children float64, err error) {
	id := strconv.Itoa(s.command.Process.Pid)
	if own, err = residentMemory(id); err != nil {
		return 0, 0, err
	}
	for _, child := range childProcesses(id) {
		size, err := residentMemory(child)
		if err == nil { // it may have ended
			children += size
		}
	}
	return own, children, nil
}

// residentMemory returns the resident memory of a process in megabytes.
func residentMemory(id string) (float64, error) {
	text, err := os.ReadFile("/proc/" + id + "/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kilobytes, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kilobytes / 1024, err
		}
	}
	return 0, errors.New("the system does not report the memory of processes")
}
