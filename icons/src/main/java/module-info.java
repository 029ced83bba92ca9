/** Icons and their catalogue. */
@org.jspecify.annotations.NullMarked
module org.kpackworkbench.icons {
  requires static transitive org.jspecify;
  requires transitive javafx.controls;
  requires transitive org.kordamp.ikonli.javafx;
  requires org.kordamp.ikonli.material2;

  exports org.kpackworkbench.icons;
}
