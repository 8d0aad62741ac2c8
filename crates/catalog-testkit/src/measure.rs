//! Times of short work, for benchmarks of one function.

use std::env;
use std::time::{Duration, Instant};

/// Measurements of each work; interference only makes one longer.
const MEASUREMENTS: usize = 10;
/// For how long a measurement repeats the work, so that the clock's own steps do not matter.
const MEASUREMENT: Duration = Duration::from_millis(100);

/// Prints what one run of `work` takes, which gets the number of the run, unless the arguments of the program name
/// other work.
pub fn print_time(name: &str, work: impl FnMut(u64)) {
    let wanted: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
        let [best, middle] = measured_for(MEASUREMENT, work).map(|nanoseconds| nanoseconds / 1e3);
        println!("{name:<80} best {best:>12.2} us, middle {middle:>12.2} us");
    }
}

/// The best and the middle time of one run, in nanoseconds.
fn measured_for(least: Duration, mut work: impl FnMut(u64)) -> [f64; 2] {
    let mut number = 0;
    let mut times: Vec<f64> = (0..MEASUREMENTS)
        .map(|_| {
            let (started, first) = (Instant::now(), number);
            // Looking at the clock after a run that doubles all before it costs short work nothing.
            while number == first || started.elapsed() < least {
                let until = number + (number - first).max(1);
                while number < until {
                    work(number);
                    number += 1;
                }
            }
            started.elapsed().as_nanos() as f64 / (number - first) as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    [times[0], times[MEASUREMENTS / 2]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn every_run_has_a_number_of_its_own_and_the_best_time_is_no_longer_than_the_middle_one() {
        let mut numbers = Vec::new();
        let [best, middle] = measured_for(Duration::from_micros(50), |number| {
            numbers.push(number);
            thread::yield_now();
        });
        assert!(0.0 < best && best <= middle, "{best} {middle}");
        assert!(numbers.iter().enumerate().all(|(at, number)| at as u64 == *number));
    }
}
