package org.kpackworkbench.views.spi;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.util.Subscription;

/**
 * Edits of files that are requested outside their editors, such as in a comparison. The file's
 * editor makes them when there is one, so that they are unsaved edits with undo like any other. One
 * for each window; UI thread only.
 */
public final class EditRequests {
  private final List<Editor> editors = new ArrayList<>();
  private final Map<Path, Deque<Object>> waiting = new HashMap<>();

  private record Editor(Supplier<Path> file, Consumer<Object> takes) {}

  /**
   * Requests an edit. The requesting view also goes to the file, which opens it if it is not open.
   *
   * @param edit one of those that the file's editor makes; other ones are ignored
   */
  public void request(Path file, Object edit) {
    Path key = key(file);
    for (Editor editor : List.copyOf(editors)) {
      if (key(editor.file().get()).equals(key)) {
        editor.takes().accept(edit);
        return;
      }
    }
    waiting.computeIfAbsent(key, none -> new ArrayDeque<>()).add(edit);
  }

  /**
   * There is an editor of a file; it is given what waits for it at once, and what comes later.
   *
   * @param file its file; may become another one
   * @param edits the edits that it makes
   */
  public <E> Subscription editor(Supplier<Path> file, Class<E> edits, Consumer<? super E> makes) {
    Consumer<Object> takes =
        edit -> {
          if (edits.isInstance(edit)) {
            makes.accept(edits.cast(edit));
          }
        };
    Editor editor = new Editor(file, takes);
    editors.add(editor);
    Deque<Object> before = waiting.remove(key(file.get()));
    if (before != null) {
      before.forEach(takes);
    }
    return () -> editors.remove(editor);
  }

  private static Path key(Path file) {
    return file.toAbsolutePath().normalize();
  }
}
