//! The shared repository layer.

pub mod connect;
