package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * One run of all measurements.
 *
 * @param rounds how often each thing is done
 * @param program the command that starts the program, and its first arguments
 * @param work a folder on the disk where the data is, for what is written
 * @param endNanos when no further round is begun, by {@link System#nanoTime}
 */
record Session(int rounds, List<String> program, Path work, long endNanos) {
  /** A command of the program. */
  TimedCommand program(String name, Object... arguments) {
    return new TimedCommand(name, Stream.concat(program.stream(), Stream.of(arguments)).toArray());
  }

  /** The same with fewer rounds, for what takes long. */
  Session atMost(int most) {
    return new Session(Math.min(most, rounds), program, work, endNanos);
  }

  /**
   * Runs commands in turn, so that a busy moment of the machine hits all of them; a first round,
   * which reads everything into the page cache, does not count.
   *
   * @param outputs are deleted before each command
   */
  void run(List<TimedCommand> commands, Path... outputs) throws IOException, InterruptedException {
    for (int round = -1; round < rounds; round++) {
      if (round > 0 && System.nanoTime() > endNanos) {
        return;
      }
      for (TimedCommand command : commands) {
        delete(outputs);
        command.run(work);
      }
      if (round < 0) {
        commands.forEach(TimedCommand::forget);
      }
    }
    delete(outputs);
  }

  /** Deletes trees, where they are. */
  static void delete(Path... trees) throws IOException {
    for (Path tree : trees) {
      if (Files.exists(tree)) {
        try (Stream<Path> paths = Files.walk(tree)) {
          for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
          }
        }
      }
    }
  }

  /** What the regular files below a folder hold together, or a file. */
  static long bytes(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      long bytes = 0;
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        bytes += Files.isSymbolicLink(path) ? 0 : Files.size(path);
      }
      return bytes;
    }
  }
}
