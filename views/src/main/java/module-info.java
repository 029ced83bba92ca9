/** Views over the model. */
@org.jspecify.annotations.NullMarked
module org.kpackworkbench.views {
  requires static transitive org.jspecify;
  requires transitive javafx.base;
  requires transitive javafx.controls;
  requires transitive javafx.graphics;
  requires transitive org.kpackworkbench.model;
  requires org.kpackworkbench.icons;
  requires org.controlsfx.controls;
  requires atlantafx.base;

  exports org.kpackworkbench.views.bytes;
  exports org.kpackworkbench.views.common;
  exports org.kpackworkbench.views.action;
  exports org.kpackworkbench.views.bundle;
  exports org.kpackworkbench.views.codeobject;
  exports org.kpackworkbench.views.coff;
  exports org.kpackworkbench.views.compare;
  exports org.kpackworkbench.views.convert;
  exports org.kpackworkbench.views.copy;
  exports org.kpackworkbench.views.coverage;
  exports org.kpackworkbench.views.crash;
  exports org.kpackworkbench.views.dialog;
  exports org.kpackworkbench.views.document;
  exports org.kpackworkbench.views.draw;
  exports org.kpackworkbench.views.editing;
  exports org.kpackworkbench.views.elf;
  exports org.kpackworkbench.views.export;
  exports org.kpackworkbench.views.extend;
  exports org.kpackworkbench.views.folder;
  exports org.kpackworkbench.views.guide;
  exports org.kpackworkbench.views.hex;
  exports org.kpackworkbench.views.inspector;
  exports org.kpackworkbench.views.job;
  exports org.kpackworkbench.views.layout;
  exports org.kpackworkbench.views.library;
  exports org.kpackworkbench.views.log;
  exports org.kpackworkbench.views.map;
  exports org.kpackworkbench.views.palette;
  exports org.kpackworkbench.views.overview;
  exports org.kpackworkbench.views.picture;
  exports org.kpackworkbench.views.place;
  exports org.kpackworkbench.views.resolve;
  exports org.kpackworkbench.views.process;
  exports org.kpackworkbench.views.rows;
  exports org.kpackworkbench.views.search;
  exports org.kpackworkbench.views.settings;
  exports org.kpackworkbench.views.shell;
  exports org.kpackworkbench.views.sizes;
  exports org.kpackworkbench.views.table;
  exports org.kpackworkbench.views.text;
  exports org.kpackworkbench.views.theme;
  exports org.kpackworkbench.views.tour;
}
