package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// connections is the number of clients that send requests at the same time.
const connections = 16

// load requests one path repeatedly on connections that stay open, and returns responses per second. The client does as
// little as possible, so that the server is what is measured.
func load(address, path, token string, long time.Duration) (float64, error) {
	request := []byte("GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nAccept: application/json\r\nAuthorization: Bearer " + token + "\r\n\r\n")
	var responses atomic.Int64
	failed := make(chan error, connections)
	began := time.Now()
	deadline := began.Add(long)
	var clients sync.WaitGroup
	for range connections {
		clients.Go(func() { failed <- sendRequests(address, request, deadline, &responses) })
	}
	clients.Wait()
	took := time.Since(began).Seconds()
	close(failed)
	for err := range failed {
		if err != nil {
			return 0, err
		}
	}
	return float64(responses.Load()) / took, nil
}

func sendRequests(address string, request []byte, deadline time.Time, responses *atomic.Int64) error {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	reader := bufio.NewReaderSize(connection, 64<<10)
	for time.Now().Before(deadline) {
		if _, err := connection.Write(request); err != nil {
			return err
		}
		if err := discardResponse(reader); err != nil {
			return err
		}
		responses.Add(1)
	}
	return nil
}

// discardResponse reads one response that has a length. It returns an error if the status is not 200.
func discardResponse(reader *bufio.Reader) error {
	line, err := reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) {
		return fmt.Errorf("response %q", strings.TrimSpace(string(line)))
	}
	length := -1
	for {
		line, err = reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(strings.TrimSpace(string(value))); err != nil {
				return err
			}
		}
	}
	if length < 0 {
		return errors.New("the response has no Content-Length")
	}
	_, err = reader.Discard(length)
	return err
}

// serveBare serves the same bytes without the platform, to measure what net/http itself can do on this machine.
func serveBare(body []byte) (address string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	return listener.Addr().String(), func() error {
		err := server.Close()
		if served := <-done; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}, nil
}

// throughput is the platform's rate in responses per second, and its ratio to the rate of a bare handler.
type throughput struct {
	ratio, rate float64
}

// compareWithBareHandler loads the platform and a bare handler that writes the same bytes, in turn.
func (b *bench) compareWithBareHandler(p *platform, path, token string) (_ throughput, err error) {
	body, err := fetch(p.app.BaseURL+path, token)
	if err != nil {
		return throughput{}, err
	}
	bareAddress, stop, err := serveBare(body)
	if err != nil {
		return throughput{}, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	var ratios, rates, bareRates []float64
	for range b.rounds {
		plain, err := load(bareAddress, path, token, b.load)
		if err != nil {
			return throughput{}, err
		}
		rate, err := load(p.app.Address(), path, token, b.load)
		if err != nil {
			return throughput{}, err
		}
		ratios, rates, bareRates = append(ratios, rate/plain), append(rates, rate), append(bareRates, plain)
	}
	b.note("requests/s, platform and bare handler", fmt.Sprintf("%.0f and %.0f, %d bytes each", median(rates), median(bareRates), len(body)))
	return throughput{median(ratios), median(rates)}, nil
}

// fetch returns the body of one response. It returns an error if the status is not 200.
func fetch(url, token string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return body, err
}
