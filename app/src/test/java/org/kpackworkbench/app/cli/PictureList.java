package org.kpackworkbench.app.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.picture.PictureRequest;

/** {@code app/pictures/list.txt}: the one list of the pictures that README and guides show. */
final class PictureList {
  /** Means the folder with what pictures are made of. */
  private static final String DEMO = "DEMO/";

  /** Means the same folder, where what is meant is there only with the real library. */
  private static final String REAL = "REAL/";

  private PictureList() {}

  /**
   * A picture.
   *
   * @param command the arguments of {@code render} that make it
   */
  record Entry(String name, String command) {
    boolean needsRealLibrary() {
      return command.contains(REAL);
    }

    /** The picture beside the list. */
    Path file() {
      return folder().resolve(name + ".png");
    }

    /** What is to be made of what is in a folder. */
    PictureRequest request(Path demo) {
      List<String> args = new ArrayList<>();
      for (String word : ConsoleExamples.words(command)) {
        if (word.startsWith(DEMO) || word.startsWith(REAL)) {
          args.add(demo.resolve(word.substring(DEMO.length())).toString());
        } else if (word.startsWith("model/")) {
          args.add(Checkout.root().resolve(word).toString());
        } else {
          args.add(word);
        }
      }
      args.addAll(List.of("-o", file().toString()));
      Console console =
          new Console(new ByteArrayOutputStream(), new ByteArrayOutputStream(), false);
      RenderCommand command = new RenderCommand(console);
      return command.request(command.line().parseArgs(args.toArray(String[]::new)));
    }
  }

  static Path folder() {
    return Checkout.root().resolve("app/pictures");
  }

  static List<Entry> read() throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (String line : Files.readAllLines(folder().resolve("list.txt"))) {
      if (!line.startsWith("#") && !line.isBlank()) {
        int colon = line.indexOf(": ");
        entries.add(new Entry(line.substring(0, colon), line.substring(colon + 2)));
      }
    }
    return entries;
  }
}
