/** The program: command line, window, settings. */
@org.jspecify.annotations.NullMarked
module org.kpackworkbench.app {
  requires static org.jspecify;
  requires info.picocli;
  requires java.logging;
  requires org.kpackworkbench.model;
  requires org.kpackworkbench.views;
  requires tools.jackson.core;

  exports org.kpackworkbench.app.window to
      javafx.graphics;
}
