package org.kpackworkbench.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.kpackworkbench.model.base.job.Progress;
import org.tukaani.xz.XZIOException;

/** Starts a class with a {@code main} in a JVM of its own: to limit its memory, or to kill it. */
public final class ChildJvm {
  private ChildJvm() {}

  /**
   * The command line.
   *
   * @param options for the JVM, e.g. {@code -Xmx256m}
   * @param main the class to start; it and {@code needed} say what the class path holds
   */
  public static List<String> command(
      List<String> options, Class<?> main, List<Class<?>> needed, Object... arguments) {
    Set<String> path = new LinkedHashSet<>();
    path.add(Path.of(locationOf(main)).toString());
    needed.forEach(type -> path.add(Path.of(locationOf(type)).toString()));
    // Whatever unpacks, of any kind, names classes of these.
    path.add(Path.of(locationOf(BZip2CompressorInputStream.class)).toString());
    path.add(Path.of(locationOf(XZIOException.class)).toString());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It ends before thorough optimisation would pay.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.addAll(options);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-cp");
    command.add(path.stream().collect(Collectors.joining(java.io.File.pathSeparator)));
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return command;
  }

  /** Starts it; what it prints, both ways, is the process's input stream. */
  public static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** In the child: waits until it is killed, at the latest with the JVM that started it. */
  public static void stay() {
    try {
      if (System.in.read() >= 0) {
        throw new IllegalStateException("something was written to a child that is to be killed");
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /**
   * In the child: progress that says once that it is at work, as {@code writing}; where {@code
   * stays} is set it goes no further then, until it is killed.
   */
  public static Progress saying() {
    return new Progress() {
      private boolean said;

      @Override
      public synchronized void advance(long units) {
        if (!said && units > 100_000) {
          said = true;
          System.out.println("writing");
          if (Boolean.getBoolean("stays")) {
            stay();
          }
        }
      }

      @Override
      public boolean cancelled() {
        return false;
      }
    };
  }

  /** The jar or folder that a class comes from. */
  public static URI locationOf(Class<?> type) {
    try {
      return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
