package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// connections is the number of clients that send requests at the same time.
const connections = 16

// loadOrder says what the load client sends. Its connections stay open; each sends every request of its share again and
// again, until the time is over or the number of responses is reached.
type loadOrder struct {
	Address     string        `json:"address"`
	Requests    [][]byte      `json:"requests"`
	Connections int           `json:"connections"`
	Duration    time.Duration `json:"duration"` // 0 if Count ends it
	Count       int           `json:"count"`    // 0 if Duration ends it
}

// loadResult is what the load client counted.
type loadResult struct {
	Responses int     `json:"responses"`
	Seconds   float64 `json:"seconds"`
}

func (r loadResult) rate() float64 { return float64(r.Responses) / r.Seconds }

// getRequest returns a request for a path.
func getRequest(address, path, token string) []byte {
	return []byte("GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nAccept: application/json\r\nAuthorization: Bearer " + token + "\r\n\r\n")
}

// postRequest returns a request with a body in JSON.
func postRequest(address, path, token string, body []byte) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nAccept: application/json\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, address, token, len(body), body)
}

// load sends requests from a process of its own, so that the client and the server do not share a runtime.
func load(ctx context.Context, order loadOrder) (result loadResult, err error) {
	command, err := childCommand(ctx, asClient)
	if err != nil {
		return result, err
	}
	text, err := json.Marshal(order)
	if err != nil {
		return result, err
	}
	command.Stdin = bytes.NewReader(text)
	out, err := command.Output()
	if err != nil {
		return result, fmt.Errorf("the load client: %w", err)
	}
	return result, json.Unmarshal(out, &result)
}

// serveClient is the load client: it reads an order and writes a result. It does as little as possible, so that the
// server is what is measured.
func serveClient(in io.Reader, out io.Writer) error {
	var order loadOrder
	if err := json.NewDecoder(in).Decode(&order); err != nil {
		return err
	}
	result, err := order.send()
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(result)
}

func (o loadOrder) send() (loadResult, error) {
	var sent, responses atomic.Int64
	failed := make(chan error, o.Connections)
	began := time.Now()
	goesOn := func() bool {
		if o.Count > 0 {
			return sent.Add(1) <= int64(o.Count)
		}
		return time.Since(began) < o.Duration
	}
	var clients sync.WaitGroup
	for i := range o.Connections {
		clients.Go(func() { failed <- o.sendShare(i, goesOn, &responses) })
	}
	clients.Wait()
	took := time.Since(began).Seconds()
	close(failed)
	for err := range failed {
		if err != nil {
			return loadResult{}, err
		}
	}
	return loadResult{int(responses.Load()), took}, nil
}

// sendShare sends the requests of one connection: every n-th request, with n connections.
func (o loadOrder) sendShare(first int, goesOn func() bool, responses *atomic.Int64) error {
	connection, err := net.Dial("tcp", o.Address)
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	reader := bufio.NewReaderSize(connection, 64<<10)
	for i := first; goesOn(); i += o.Connections {
		if _, err := connection.Write(o.Requests[i%len(o.Requests)]); err != nil {
			return err
		}
		if err := discardResponse(reader); err != nil {
			return err
		}
		responses.Add(1)
	}
	return nil
}

// discardResponse reads one response. It returns an error if the status is not 200.
func discardResponse(reader *bufio.Reader) error {
	line, err := reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	status := strings.TrimSpace(string(line))
	length, err := discardHeader(reader)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(status, "HTTP/1.1 200") {
		body := make([]byte, min(max(length, 0), 500))
		_, _ = io.ReadFull(reader, body) // the status says enough
		return fmt.Errorf("response %q: %s", status, body)
	}
	if length < 0 {
		return discardChunks(reader)
	}
	_, err = reader.Discard(length)
	return err
}

// discardHeader reads the header of a response and returns the length of the body, or -1 if it comes in chunks.
func discardHeader(reader *bufio.Reader) (length int, err error) {
	length = -1
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil || len(line) <= 2 {
			return length, err
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(strings.TrimSpace(string(value))); err != nil {
				return 0, err
			}
		}
	}
}

// discardChunks reads a body in chunks, each after a line with its size. The last one is empty.
func discardChunks(reader *bufio.Reader) error {
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(strings.TrimSpace(string(line)), 16, 32)
		if err != nil {
			return err
		}
		if _, err := reader.Discard(int(size) + len("\r\n")); err != nil || size == 0 {
			return err
		}
	}
}
