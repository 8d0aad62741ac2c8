-- For wrk: the requests of a file one after the other, and the figures of the run as a line of JSON.
-- Arguments: the file, with the length of each request on a line before it, and the part of them after which to begin.
local requests, position = {}, 0

function init(arguments)
    local file = assert(io.open(arguments[1], "rb"))
    local length = file:read("*n")
    while length do
        file:read(1)
        requests[#requests + 1] = file:read(length)
        length = file:read("*n")
    end
    position = math.floor(#requests * arguments[2])
end

function request()
    position = position % #requests + 1
    return requests[position]
end

function done(summary, latency)
    local errors = summary.errors
    print(string.format(
        '{"responses": %d, "seconds": %f, "bytes": %.0f, "failures": [%d, %d, %d, %d, %d], "p50": %f, "p99": %f}',
        summary.requests, summary.duration / 1e6, summary.bytes,
        errors.connect, errors.read, errors.write, errors.status, errors.timeout,
        latency:percentile(50), latency:percentile(99)))
end
